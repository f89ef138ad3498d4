// The dialogs that begin a game: a new one, or from a document.

import { Refused, complain, post } from "./asking.js";
import { $, make } from "./elements.js";

const ENGINES = { "auto@0.2s": "Engine, 0.2 seconds", "auto@1s": "Engine, 1 second", "auto@5s": "Engine, 5 seconds" };

let catalogue = []; // all games with their options
let enter, current;

function valueOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const written = (value) => (typeof value === "string" ? value : JSON.stringify(value));

function optionField(name, option) {
  const text = make("span", {}, name.replaceAll("_", " "), make("small", {}, option.text));
  const input = option.values.length > 1
    ? make("select", { "data-option": name }, ...option.values.map((value) => make("option", { value: JSON.stringify(value), selected: JSON.stringify(value) === JSON.stringify(option.default) }, written(value))))
    : make("input", { type: "text", "data-option": name, value: written(option.default) });
  return make("label", { class: "option" }, text, input);
}

const chosenGame = () => catalogue.find(({ id }) => id === document.querySelector("#games input:checked").value);

function optionsOf(dialog, its) {
  const options = {};
  for (const field of dialog.querySelectorAll("[data-option]")) {
    const { default: usual } = its.options[field.dataset.option];
    const value = valueOf(field.value);
    if (JSON.stringify(value) !== JSON.stringify(usual)) options[field.dataset.option] = value;
  }
  return options;
}

function renderOptions() {
  const its = chosenGame();
  const fields = Object.entries(its.options).filter(([, option]) => !(option.values.length === 1 && option.text === "number of seats"));
  const [first, others] = [fields.filter(([name]) => name === "players"), fields.filter(([name]) => name !== "players")];
  const more = others.length ? make("details", {}, make("summary", {}, "More options"), ...others.map(([name, option]) => optionField(name, option))) : null;
  $("options").replaceChildren($("options").querySelector("legend"), ...[...first.map(([name, option]) => optionField(name, option)), more].filter(Boolean));
  $("options").hidden = !fields.length;
  renderNewSeats();
}

function renderNewSeats() {
  const its = chosenGame();
  renderSeats($("new"), its, optionsOf($("new"), its).players ?? its.options.players.default);
}

function renderSeats(dialog, its, count) {
  const set = dialog.querySelector(".seats");
  const before = seatsOf(dialog);
  const levels = Array.from({ length: its.levels }, (_, at) => [`auto@1s,strength=${at + 1}`, `Level ${at + 1} of ${its.levels}${at ? "" : ", a beginner"}`]);
  const players = [["human", "A person"], ...levels, ...Object.entries(ENGINES)];
  const choice = (seat) => players.find(([value]) => value === before[seat])?.[0] ?? (seat === 0 ? "human" : "auto@1s");
  const rows = Array.from({ length: count }, (_, seat) => make("label", { class: "seat" }, make("span", {}, `Seat ${seat}`),
    make("select", { "data-seat": seat }, ...players.map(([value, text]) => make("option", { value, selected: value === choice(seat) }, text)))));
  set.replaceChildren(set.querySelector("legend"), ...rows);
}

const seatsOf = (dialog) => [...dialog.querySelectorAll("[data-seat]")].map((field) => field.value);

export function openNew() {
  complain(null, $("new").querySelector(".wrong"));
  renderOptions();
  $("new").showModal();
}

async function startNew(event) {
  event.preventDefault();
  const its = chosenGame();
  try {
    const document = { game: its.id, options: optionsOf($("new"), its) };
    const answer = await post("start", { document, seats: seatsOf($("new")) });
    $("new").close();
    await enter(answer);
  } catch (error) {
    complain(error, $("new").querySelector(".wrong"));
  }
}

let previewed = null; // what the document of the set-up dialog leads to

async function preview() {
  const dialog = $("set-up"), text = $("document").value;
  previewed = null;
  $("go-on").disabled = true;
  if (!text.trim()) return complain(null, dialog.querySelector(".wrong"));
  try {
    let document;
    try {
      document = JSON.parse(text);
    } catch (error) {
      throw new Refused(`Not JSON: ${error.message}`);
    }
    const its = catalogue.find(({ id }) => id === (document.game ?? document.start?.game));
    const players = document.options?.players ?? its?.options.players.default ?? 2;
    const answer = document.seal
      ? await post("look", { held: document })
      : await post("start", { document, seats: Array(players).fill("human") });
    if (text !== $("document").value) return;
    previewed = { document, answer };
    $("preview").innerHTML = answer.look.picture;
    renderSeats(dialog, its, answer.held.seats.length);
    dialog.querySelector(".seats").hidden = Boolean(document.seal);
    $("go-on").disabled = false;
    complain(null, dialog.querySelector(".wrong"));
  } catch (error) {
    $("preview").replaceChildren();
    complain(error, dialog.querySelector(".wrong"));
  }
}

async function goOn(event) {
  event.preventDefault();
  if (!previewed) return;
  try {
    const { document, answer } = previewed;
    const begun = document.seal ? answer : await post("start", { document, seats: seatsOf($("set-up")) });
    $("set-up").close();
    await enter(begun);
  } catch (error) {
    complain(error, $("set-up").querySelector(".wrong"));
  }
}

async function example() {
  const its = catalogue.find(({ id }) => id === $("example").value);
  if (!its) return;
  const seats = Array(its.options.players.default).fill("auto@0.2s"); // nobody to hide anything from
  try {
    const { look } = await post("start", { document: { game: its.id, options: {} }, seats });
    setDocument(look.document);
  } catch (error) {
    complain(error, $("set-up").querySelector(".wrong"));
  }
}

function setDocument(document) {
  $("document").value = JSON.stringify(document, null, 1).replace(/\[\s+([^[\]{}]*?)\s+\]/g, (_, inside) => `[${inside.replace(/\s*\n\s*/g, " ")}]`);
  preview();
}

function openSetUp() {
  complain(null, $("set-up").querySelector(".wrong"));
  $("set-up").showModal();
  const document = current();
  if (document && !("seat" in document)) setDocument(document);
}

// Makes the dialogs work: `games` are all games, `enter` is called with the answer that begins a game, `current` gives
// the document on the screen, or null.
export function prepareDialogs(games, callbacks) {
  catalogue = games;
  ({ enter, current } = callbacks);
  const real = catalogue.filter(({ components }) => Object.keys(components).length);
  const toys = catalogue.filter((its) => !real.includes(its));
  $("games").replaceChildren(...[...real, ...toys].map(({ id, title, players }, at) => make("label", {},
    make("input", { type: "radio", name: "game", value: id, checked: at === 0 }), title,
    make("small", {}, `${players.length > 1 ? `${players[0]} to ${players.at(-1)}` : players[0]} players${toys.some((toy) => toy.id === id) ? ", a toy" : ""}`))));
  $("example").replaceChildren(make("option", { value: "" }, "an example of …"), ...[...real, ...toys].map(({ id, title }) => make("option", { value: id }, title)));
  $("open-new").addEventListener("click", openNew);
  $("open-set-up").addEventListener("click", openSetUp);
  $("new").querySelector("form").addEventListener("submit", startNew);
  $("set-up").querySelector("form").addEventListener("submit", goOn);
  $("options").addEventListener("change", renderNewSeats);
  $("games").addEventListener("change", renderOptions);
  $("example").addEventListener("change", example);
  $("file").addEventListener("change", async () => {
    const file = $("file").files[0];
    if (file) setDocument(valueOf((await file.text()).trim()));
    $("file").value = "";
  });
  let waiting;
  $("document").addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(preview, 300);
  });
  for (const button of document.querySelectorAll("[data-close]")) button.addEventListener("click", () => button.closest("dialog").close());
}
