"""The page, used in headless Chromium as a person would: by clicks, by keys, on a phone."""

from __future__ import annotations

import html
import json
import os
import re
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the services need `springtail[serve]`")
pytest.importorskip("playwright", reason="driving the page needs playwright")

from playwright.sync_api import Browser, Page, expect, sync_playwright

import springtail as st
from springtail.services.board.held import Key, read_held

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
WIDE, PHONE = {"width": 1280, "height": 860}, {"width": 390, "height": 844}
MOST_CHOICES = 400
PATIENCE = 120_000
"""Milliseconds for anything that ought to happen at once; so long only where a machine has much else to do."""

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="driving the page needs Chromium, which is not installed")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield browser
        browser.close()


class Visitor:
    """Somebody with the page open; whatever the page complains of to the console is kept."""

    def __init__(self, browser: Browser, address: str, size: Any, **how: Any) -> None:
        self.context = browser.new_context(viewport=size, reduced_motion="reduce", **how)
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", lambda message: self._hear(message.type, message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.goto(f"{address}/board/")

    def _hear(self, kind: str, text: str) -> None:
        if kind == "error" and not re.search("status of (401|422)", text):  # the browser tells of each refusal
            self.complaints.append(text)

    def begin(self, game_id: str, *seats: str) -> None:
        """Begin a game with the default options; seats that are not named are quick engines."""
        page = self.page
        expect(page.locator("#new[open]")).to_be_visible()
        page.locator(f"#games input[value={game_id}]").check(force=True)
        for seat, choice in enumerate(page.locator("#new [data-seat]").all()):
            choice.select_option(seats[seat] if seat < len(seats) else "auto@0.2s")
        page.locator("#start").click()
        expect(page.locator("#new")).to_be_hidden()

    def settle(self) -> None:
        """Wait until it is a person's turn, or the game is over."""
        self.page.locator("body[data-busy=false]").wait_for()

    @property
    def held(self) -> dict[str, Any]:
        """The game as the page keeps it."""
        held: dict[str, Any] = json.loads(self.page.evaluate("localStorage.getItem('springtail-board')"))["held"]
        return held

    def actions(self) -> list[str]:
        """Return the legal actions that are listed."""
        return self.page.locator("#actions button").all_inner_texts()

    def click_target(self, action: str) -> bool:
        """Click the place of an action on the picture, if it has one, and choose it among those that share it."""
        place = self.page.locator(f'#picture .target[data-action="{action}"] > rect')
        if place.count() == 0:
            return False
        place.scroll_into_view_if_needed()
        box = place.bounding_box()
        assert box is not None
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        choice = self.page.locator("#chooser").get_by_role("button", name=action, exact=True)
        if choice.is_visible():
            choice.click()
        return True


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Any]:
    """Opens the page; in the end nothing must have been complained of."""
    visitors: list[Visitor] = []

    def open_page(size: Any = WIDE, **how: Any) -> Visitor:
        visitors.append(Visitor(browser, address, size, **how))
        return visitors[-1]

    yield open_page
    complaints = [complaint for visitor in visitors for complaint in visitor.complaints]
    for visitor in visitors:
        visitor.context.close()
    assert complaints == []


@pytest.mark.parametrize("game_id", st.game_ids(toys=False))
def test_a_whole_game_is_clicked_through(visit: Any, game_id: str) -> None:
    visitor = visit()
    visitor.begin(game_id, "human")
    clicked = 0
    for choice in range(MOST_CHOICES):
        visitor.settle()
        legal = visitor.actions()
        if not legal:
            break
        action = "end" if "end" in legal else legal[choice % len(legal)]
        if visitor.click_target(action):
            clicked += 1
        else:
            visitor.page.locator("#actions").get_by_role("button", name=action, exact=True).click()
    expect(visitor.page.locator("#status")).to_have_text(re.compile("Won by|draw"))
    held = visitor.held
    state = st.load({**held["start"], "actions": held["actions"]})
    assert isinstance(state, st.State) and state.is_terminal()
    assert clicked == choices_with_a_place(held)


def choices_with_a_place(held: dict[str, Any]) -> int:
    """Count the choices of seat 0 whose action has a place on the picture."""
    state = st.load({**held["start"], "actions": []})
    assert isinstance(state, st.State)
    count = 0
    for action in held["actions"]:
        if state.current_player() == 0 and len(state.legal_actions()) > 1:
            view = state.observation(0) if state.game.info.hidden else state
            count += f'data-action="{html.escape(action)}"' in view.to_svg(targets=True)
        state.apply_action(action)
    return count


def test_a_whole_game_is_played_with_the_keyboard_only(visit: Any) -> None:
    visitor = visit()
    keys = visitor.page.keyboard
    expect(visitor.page.locator("#new[open]")).to_be_visible()
    visitor.page.locator("#games input:checked").focus()
    while visitor.page.locator("#games input:checked").get_attribute("value") != "connect_four":
        keys.press("ArrowDown")
    keys.press("Tab")
    keys.press("Tab")
    keys.press("ArrowUp")  # the quick engine
    keys.press("Tab")
    keys.press("Tab")
    keys.press("Enter")
    for choice in range(MOST_CHOICES):
        visitor.settle()
        legal = visitor.actions()
        if not legal:
            break
        keys.press("/")
        expect(visitor.page.locator("#filter")).to_be_focused()
        keys.type(legal[choice % len(legal)])
        keys.press("Enter")
    expect(visitor.page.locator("#status")).to_have_text(re.compile("Won by|draw"))
    visitor.page.locator("#plies button").last.focus()
    keys.press("Home")
    expect(visitor.page.locator("#status")).to_have_text(re.compile("Position 0 of "))
    keys.press("ArrowRight")
    expect(visitor.page.locator("#plies [aria-current]")).to_have_text(re.compile(r"\b\d"))


def test_an_action_without_a_place_of_its_own_is_filtered_for(visit: Any) -> None:
    visitor = visit()
    visitor.begin("butterfly", "auto@0.2s", "human")
    visitor.settle()
    visitor.page.locator("#filter").fill("c4")
    assert visitor.actions() == ["c4E", "c4N", "c4S", "c4W"]
    assert visitor.page.locator("#picture .hot").count() == 4
    visitor.page.locator("#filter").fill("C4n")
    visitor.page.keyboard.press("Enter")
    visitor.settle()
    assert visitor.held["actions"][0] == "c4N"


def test_actions_that_share_a_place_are_offered(visit: Any) -> None:
    visitor = visit()
    page = visitor.page
    state = st.game("spinnentwist").start()
    for entry in ("+a5", "+f5", "+c5", "+h5"):
        state.apply_action(entry)
        while "end" not in state.legal_actions():
            state.apply_action(state.legal_actions()[0])
        state.apply_action("end")
    plies = len(state.history())
    page.locator("#new [data-close]").click()
    page.locator("#open-set-up").click()
    page.locator("#document").fill(json.dumps(state.record()))
    page.locator("#go-on:enabled").click()
    visitor.settle()
    box = page.locator('#picture .target[data-action="c5-b5"] > rect').bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("#chooser button").first).to_be_focused()
    assert set(page.locator("#chooser button").all_inner_texts()) == {"+b5", "a5-b5", "c5-b5"}
    page.keyboard.press("Escape")
    expect(page.locator("#chooser")).to_be_hidden()
    visitor.click_target("c5-b5")
    visitor.settle()
    assert visitor.held["actions"][plies] == "c5-b5"


class TestOnAPhone:
    @pytest.mark.parametrize("game_id", st.game_ids(toys=False))
    def test_everything_fits_and_the_actions_stay_in_reach(self, visit: Any, game_id: str) -> None:
        visitor = visit(PHONE, has_touch=True, is_mobile=True)
        visitor.begin(game_id, *["human"] * (2 if game_id != "spring_rally" else 1))
        visitor.settle()
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        box = visitor.page.locator("#actions button").first.bounding_box()
        assert box is not None and box["y"] + box["height"] <= PHONE["height"] and box["height"] >= 28

    def test_a_finger_that_misses_a_little_is_understood(self, visit: Any) -> None:
        visitor = visit(PHONE, has_touch=True, is_mobile=True)
        visitor.begin("connect_four", "human", "human")
        visitor.settle()
        box = visitor.page.locator("#picture .target[data-action='4'] > rect").bounding_box()
        assert box is not None
        visitor.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] + 5)
        expect(visitor.page.locator("#plies button")).to_have_count(1)


class TestTheRecord:
    def test_it_is_stepped_through_and_played_on_from_anywhere(self, visit: Any) -> None:
        visitor = visit()
        visitor.begin("tic_tac_toe", "human", "human")
        page = visitor.page
        for action in ("b2", "a1", "a2"):
            visitor.settle()
            assert visitor.click_target(action)
        expect(page.locator("#plies button")).to_have_count(3)
        page.locator("#ply").focus()
        page.keyboard.press("ArrowLeft")
        expect(page.locator("#status")).to_have_text("Position 2 of 3")
        expect(page.locator("#actions button")).to_have_count(0)
        page.locator("#from-here").click()
        expect(page.locator("#plies button")).to_have_count(2)
        expect(page.locator("#actions button")).to_have_count(7)

    def test_undo_goes_back_to_the_own_last_choice(self, visit: Any) -> None:
        visitor = visit()
        visitor.begin("connect_four", "human")
        visitor.settle()
        expect(visitor.page.locator("#undo")).to_be_disabled()
        visitor.click_target("4")
        expect(visitor.page.locator("#plies button")).to_have_count(2)
        visitor.settle()
        visitor.page.locator("#undo").click()
        expect(visitor.page.locator("#plies button")).to_have_count(0)

    def test_it_outlives_a_reload(self, visit: Any) -> None:
        visitor = visit()
        visitor.begin("spring_rally", "human")
        visitor.settle()
        before, hand = visitor.held, visitor.actions()
        visitor.page.reload()
        expect(visitor.page.locator("#actions button").first).to_be_visible()
        assert (visitor.held, visitor.actions()) == (before, hand)

    def test_it_is_saved_as_a_document(self, visit: Any) -> None:
        visitor = visit()
        visitor.begin("connect_four", "human", "human")
        visitor.settle()
        visitor.click_target("4")
        expect(visitor.page.locator("#plies button")).to_have_count(1)
        with visitor.page.expect_download() as download:
            visitor.page.locator("#save").click()
        assert st.load(download.value.path().read_bytes()).history() == ["4"]


class TestTheEngine:
    def test_a_hint_shows_lines_and_marks_them_on_the_picture(self, visit: Any) -> None:
        visitor = visit()
        visitor.begin("butterfly", "human", "human")
        visitor.settle()
        visitor.click_target("c4N")
        visitor.settle()
        visitor.page.locator("#hint").click()
        expect(visitor.page.locator("#lines tbody tr").first).to_be_visible()
        assert visitor.page.locator("#picture [data-mark]").count() >= 4
        assert re.search(r"\d+ %", visitor.page.locator("#lines tbody tr").first.inner_text())

    def test_the_whole_game_gets_a_curve_to_step_by(self, visit: Any) -> None:
        visitor = visit()
        visitor.begin("tic_tac_toe", "human", "human")
        for action in ("b2", "a2", "a1", "c3", "b1", "b3", "c1"):
            visitor.settle()
            visitor.click_target(action)
        expect(visitor.page.locator("#status")).to_have_text(re.compile("Won by seat 0"))
        visitor.page.locator("#analyse-all").click()
        expect(visitor.page.locator("#analyse-all")).to_have_text("Analyse the game")
        expect(visitor.page.locator("#curve circle")).to_have_count(8)
        box = visitor.page.locator("#curve svg").bounding_box()
        assert box is not None
        visitor.page.mouse.click(box["x"] + 0.085 * box["width"], box["y"] + 20)
        expect(visitor.page.locator("#status")).to_have_text("Position 0 of 7")


class TestSettingUp:
    def test_a_position_is_shown_while_it_is_written_and_all_that_is_wrong_is_told(self, visit: Any) -> None:
        visitor = visit()
        page = visitor.page
        page.locator("#new [data-close]").click()
        page.locator("#open-set-up").click()
        page.locator("#example").select_option("butterfly")
        expect(page.locator("#preview svg")).to_be_visible()
        document = json.loads(page.locator("#document").input_value())
        document["state"] |= {"to_move": 7, "extra": 1}
        page.locator("#document").fill(json.dumps(document))
        expect(page.locator("#set-up .wrong")).to_contain_text("to_move")
        expect(page.locator("#set-up .wrong")).to_contain_text("extra")
        expect(page.locator("#go-on")).to_be_disabled()
        page.locator("#document").fill("{")
        expect(page.locator("#set-up .wrong")).to_contain_text("Not JSON")

    def test_it_is_played_on_from_there(self, visit: Any) -> None:
        visitor = visit()
        page = visitor.page
        page.locator("#new [data-close]").click()
        page.locator("#open-set-up").click()
        page.locator("#document").fill('{"game": "connect_four", "actions": ["4", "4"]}')
        page.locator("#go-on:enabled").click()
        visitor.settle()
        expect(page.locator("#plies button")).to_have_count(2)
        visitor.click_target("3")
        visitor.settle()
        assert visitor.held["actions"][:3] == ["4", "4", "3"]


class TestHiddenHands:
    def test_when_it_is_over_all_hands_are_open(self, visit: Any) -> None:
        visitor = visit()
        visitor.begin("three_card_poker", "human")
        while True:
            visitor.settle()
            if not visitor.actions():
                break
            visitor.page.locator("#actions button").first.click()
        visitor.page.locator("#plies button").first.focus()
        visitor.page.keyboard.press("ArrowLeft")
        expect(visitor.page.locator("#status")).to_have_text(re.compile("Position "))
        expect(visitor.page.locator("#picture svg")).to_be_visible()
        expect(visitor.page.locator("#picture")).not_to_contain_text("as seat 0 sees it")
        expect(visitor.page.locator("#hint")).to_be_enabled()

    def test_the_page_never_has_a_card_of_another_hand(self, visit: Any, key: Key) -> None:
        visitor = visit()
        visitor.begin("spring_rally", "human")
        for _ in range(3):
            visitor.settle()
            held = visitor.held
            hands = read_held(held, key).state.to_dict()["state"]["hands"]
            told = visitor.page.content() + visitor.page.evaluate("JSON.stringify(localStorage)")
            assert visitor.held == held
            told = re.sub(r"(nonce|seal)\W+[\w+/=-]+", "", told)  # of each ply; anything may come up in their letters
            for card in (card for hand in hands[1:] for card in hand):
                assert not re.search(rf"\b{card}\b", told), card
            visitor.page.locator("#actions button").first.click()

    def test_a_curtain_falls_between_people_at_one_page(self, visit: Any) -> None:
        visitor = visit()
        visitor.begin("spring_rally", "human", "human")
        page = visitor.page
        expect(page.locator("#curtain-title")).to_have_text("Seat 0 is next")
        assert page.locator("#picture svg").count() == 0 and page.locator("#actions button").count() == 0
        page.locator("#curtain button").click()
        expect(page.locator("#picture")).to_contain_text("as seat 0 sees it")
        page.locator("#actions button").first.click()
        expect(page.locator("#curtain-title")).to_have_text("Seat 1 is next")
        assert page.locator("#picture svg").count() == 0 and page.locator("#actions button").count() == 0


def test_a_server_with_a_token_is_given_it(browser: Browser, locked_address: str) -> None:
    visitor = Visitor(browser, locked_address, WIDE)
    visitor.page.locator("#token").fill("open")
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator("#locked[open]")).to_be_visible()
    visitor.page.locator("#token").fill("sesame")
    visitor.page.keyboard.press("Enter")
    visitor.begin("nim", "human")
    visitor.settle()
    assert visitor.actions()
    visitor.context.close()


def test_everything_that_can_be_used_has_a_name(visit: Any) -> None:
    visitor = visit()
    visitor.begin("butterfly", "human", "human")
    visitor.settle()
    nameless = visitor.page.evaluate(
        """() => [...document.querySelectorAll("button, input, select, textarea, [role=img]")].filter((element) =>
            !(element.getAttribute("aria-label") || element.textContent.trim() || element.labels?.length))
            .map((element) => element.outerHTML)"""
    )
    assert nameless == []
    assert visitor.page.locator("h1").count() == 1 and visitor.page.locator("html[lang=en]").count() == 1
