// The page holds the game and sends it with each request; the server answers with it, one ply longer, and what to show.

import { ask, complain, post } from "./asking.js";
import { drawCurve } from "./curve.js";
import { openNew, prepareDialogs } from "./dialogs.js";
import { $, chip, make, modal, percent } from "./elements.js";

const DWELL = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 350; // ms that each ply of others is seen
const HINT = { time: 1 }, GLANCE = { time: 0.3 };
const KINDS = { exact: "exact", lower: "at least", upper: "at most", estimate: "estimate" };
const STORE = "springtail-board";

let game = null; // the last answer: held, plies, look
let shown = null; // the look on the screen, which may be an earlier one
let eye = null; // the seat that looks, where hands are hidden
let looks = new Map(); // ply -> look
let findings = new Map(); // ply -> what a search found there
let trail = new Map(); // ply -> the sealed game, to go back to
let running = 0; // changes when what is under way is to stop

const guarded = (act) => async (...given) => {
  try {
    complain(null);
    await act(...given);
  } catch (error) {
    busy(false);
    complain(error);
    if (game) render();
  }
};

const isPerson = (player) => typeof player === "number" && game.held.seats[player] === "human";
const people = () => game.held.seats.flatMap((player, seat) => (player === "human" ? [seat] : []));
const isSecret = () => "nonce" in game.held;
const lastPly = () => game.plies.length;
const isLast = () => shown.ply === lastPly();
const awaitsPerson = () => isPerson(game.look.player) && game.look.legal.length > 1;
const needsHandOver = () => isSecret() && isPerson(game.look.player) && eye !== game.look.player;
const isVeiled = () => isSecret() && shown.seat !== eye;

function take(answer) {
  game = answer;
  shown = answer.look;
  if (!isSecret() && eye !== null) { // it is over, and open to all
    eye = null;
    looks = new Map();
  }
  looks.set(shown.ply, shown);
  if (isSecret()) trail.set(shown.ply, answer.held);
  remember();
  render();
}

function begin(answer) {
  looks = new Map();
  findings = new Map();
  trail = new Map();
  eye = "nonce" in answer.held && answer.held.seats.filter((player) => player === "human").length === 1 ? answer.look.seat : null;
  $("filter").value = "";
  take(answer);
}

async function enter(answer) {
  running++;
  begin(answer);
  await guarded(advance)();
}

async function advance() {
  const mine = ++running;
  while (game.look.player !== "over" && (needsHandOver() || !awaitsPerson())) {
    if (needsHandOver()) {
      await handOver(game.look.player);
    } else {
      busy(true);
      const answer = await post("step", { held: game.held, seat: eye });
      if (mine !== running) return;
      take(answer);
      await new Promise((resolve) => setTimeout(resolve, DWELL));
    }
    if (mine !== running) return;
  }
  busy(false);
  render();
  if (awaitsPerson() && document.activeElement === document.body && matchMedia("(hover: hover)").matches) $("filter").focus();
}

// Between people who share the page nothing of a hand is on it, until the next one asks to see.
async function handOver(seat) {
  eye = null;
  looks = new Map();
  findings = new Map();
  render();
  $("curtain-title").textContent = `Seat ${seat} is next`;
  await modal($("curtain"));
  eye = seat;
  take(await post("look", { held: game.held, seat }));
}

async function play(action) {
  hideChooser();
  busy(true);
  $("filter").value = "";
  const answer = await post("step", { held: game.held, action, seat: eye });
  take(answer);
  await advance();
}

async function goBack(ply) {
  running++;
  busy(false);
  const held = isSecret() ? trail.get(ply) : { ...game.held, actions: game.held.actions.slice(0, ply) };
  if (isSecret() && people().length > 1) eye = null;
  for (const later of [...looks.keys()].filter((at) => at > ply)) {
    looks.delete(later);
    findings.delete(later);
  }
  take(await post("look", { held, seat: eye }));
  await advance();
}

function lastChoice() {
  for (let ply = Math.min(shown.ply, lastPly()) - 1; ply >= 0; ply--) {
    const { player, choices } = game.plies[ply];
    if (isPerson(player) && choices > 1 && (trail.has(ply) || !isSecret())) return ply;
  }
  return null;
}

async function show(ply) {
  ply = Math.max(0, Math.min(lastPly(), ply));
  if (!looks.has(ply)) {
    const answer = await post("look", { held: game.held, ply, seat: eye });
    looks.set(ply, answer.look);
  }
  shown = looks.get(ply);
  render();
}

async function analyse(ply, limit) {
  const found = await post("analyse", { held: game.held, ply, seat: eye, limit, multipv: 4 });
  findings.set(ply, found);
}

async function hint() {
  const mine = ++running;
  const ply = shown.ply;
  busy(true, "The engine looks");
  await analyse(ply, HINT);
  busy(false);
  if (mine === running) render();
}

async function analyseAll() {
  if ($("analyse-all").dataset.running) {
    delete $("analyse-all").dataset.running;
    return;
  }
  $("analyse-all").dataset.running = "yes";
  const mine = ++running;
  try {
    for (let ply = 0; ply < lastPly() && $("analyse-all").dataset.running && mine === running; ply++) {
      const { player, choices } = game.plies[ply];
      if (typeof player !== "number" || choices < 2 || findings.has(ply) || (isSecret() && !isPerson(player))) continue;
      $("analyse-all").textContent = `Stop (${ply} of ${lastPly()})`;
      await analyse(ply, GLANCE);
      render();
    }
  } finally {
    delete $("analyse-all").dataset.running;
    $("analyse-all").textContent = "Analyse the game";
    render();
  }
}

const named = (player) => (player === "chance" ? "Chance" : `Seat ${player}`);
const spoken = (player) => {
  if (player === "human") return people().length === 1 ? "You" : "Person";
  const level = player.match(/strength=(\d+)/);
  return level ? `Level ${level[1]}` : player;
};
function busy(isBusy, text = null) {
  $("status").classList.toggle("busy", isBusy);
  $("picture").classList.toggle("waiting", isBusy);
  document.body.dataset.busy = isBusy;
  if (isBusy && text) $("status").textContent = text;
  if (!isBusy && shown) $("status").textContent = statusOf();
}

function statusOf() {
  const { player, winners } = game.look;
  const last = game.plies.at(-1);
  const news = last ? `${named(last.player)}: ${last.action.replace(/ \.\.\.$/, "")}. ` : "";
  if (!isLast()) return `Position ${shown.ply} of ${lastPly()}`;
  if (player === "over") {
    const own = people();
    const names = winners.map((seat) => (own.length === 1 && own[0] === seat ? "you" : `seat ${seat}`)).join(" and ");
    return winners.length === game.held.seats.length ? `${news}The game is a draw.` : `${news}Won by ${names}.`;
  }
  if (player === "chance") return `${news}Chance decides.`;
  if (!isPerson(player)) return `${news}Seat ${player} thinks.`;
  return `${news}${people().length === 1 ? "Your turn." : `Seat ${player} to move.`}`;
}

function render() {
  if (!shown) return;
  const found = findings.get(shown.ply);
  const isOwnTurn = isLast() && awaitsPerson() && !isVeiled() && document.body.dataset.busy !== "true";
  hideChooser();
  $("status").textContent = statusOf();
  $("picture").innerHTML = isVeiled() ? "" : found ? found.picture : shown.picture;
  for (const target of $("picture").querySelectorAll("[data-action]")) {
    if (isOwnTurn) target.classList.add("target");
  }
  $("players").replaceChildren(...game.held.seats.map((player, seat) => make("li", {}, chip(seat),
    `${spoken(player)} · ${shown.scores[seat]}`)));
  renderActions(isOwnTurn);
  $("hint").disabled = typeof shown.player !== "number" || shown.legal.length < 2 || (isSecret() && !isPerson(shown.player));
  $("undo").disabled = lastChoice() === null;
  $("from-here").hidden = isLast() || isSecret();
  $("analyse-all").disabled = lastPly() === 0;
  $("save").disabled = false;
  $("ply").max = lastPly();
  $("ply").value = shown.ply;
  $("ply").setAttribute("aria-valuetext", `${shown.ply} of ${lastPly()}`);
  renderPlies();
  renderLines(found);
  renderCurve();
}

function renderActions(isOwnTurn) {
  const wanted = $("filter").value.trim().toLowerCase();
  const legal = isOwnTurn ? shown.legal : [];
  const fitting = legal.filter((action) => action.toLowerCase().includes(wanted));
  const longest = Math.max(2, ...fitting.map((action) => action.length));
  $("actions").style.setProperty("--widest", `min(100%, ${Math.min(longest, 24) * 0.62 + 1.4}rem)`);
  $("actions").replaceChildren(...fitting.map((action) => make("li", {}, make("button", {
    type: "button", "data-play": action, onclick: guarded(() => play(action)),
    onfocus: () => highlight([action]), onmouseenter: () => highlight([action]), onblur: () => highlight([]), onmouseleave: () => highlight([]),
  }, action))));
  if (!fitting.length) {
    const text = !isOwnTurn ? (isLast() ? "Nothing to do now." : "An earlier position.") : "No legal action has that in it.";
    $("actions").replaceChildren(make("li", { class: "none" }, text));
  }
  $("filter").disabled = !isOwnTurn;
  $("acting").classList.toggle("few", legal.length <= 12);
  $("acting-title").textContent = isOwnTurn ? `Actions (${legal.length})` : "Actions";
  return fitting;
}

function renderPlies() {
  const buttons = game.plies.map(({ player, action }, at) => make("li", {}, make("button", {
    type: "button", "aria-current": shown.ply === at + 1 ? "step" : null,
    "aria-label": `${at + 1}. ${named(player)}: ${action}`, onclick: guarded(() => show(at + 1)),
  }, chip(player), action)));
  $("plies").replaceChildren(...buttons);
  const current = $("plies").querySelector("[aria-current]");
  if (current) $("plies").scrollTop = current.offsetTop - $("plies").offsetTop - $("plies").clientHeight / 2;
}

function renderLines(found) {
  if (!found) {
    $("lines").replaceChildren(make("p", {}, "Hint shows the best actions of a position, with what they are worth."));
    return;
  }
  const { answer } = found;
  const rows = answer.lines.map(({ action, score, pv }) => {
    const kind = score.bounded.length && !score.bounded.includes(answer.seat)
      ? { lower: "upper", upper: "lower" }[score.kind] ?? score.kind : score.kind;
    const margin = score.margins[answer.seat];
    const pointed = { onmouseenter: () => highlight([action]), onmouseleave: () => highlight([]) };
    return [
      make("tr", pointed, make("td", {}, action), make("td", {}, percent(score.win_shares[answer.seat])),
        make("td", {}, `${margin < 0 ? "−" : "+"}${Math.abs(margin).toFixed(1)}`), make("td", {}, KINDS[kind])),
      make("tr", { class: "then", ...pointed }, make("td", { colspan: 4 }, pv.length > 1 ? `then ${pv.slice(1, 8).join(" ")}` : "")),
    ];
  });
  const heads = ["Action", "Wins", "Margin", ""].map((text) => make("th", { scope: "col" }, text));
  $("lines").replaceChildren(make("p", {}, `For seat ${answer.seat}, by ${answer.solver}, ${answer.time.toFixed(1)} s`),
    make("table", {}, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows.flat())));
}

function renderCurve() {
  const points = [...findings].map(([ply, { answer }]) => ({ ply, shares: answer.score.win_shares }));
  if (game.look.player === "over") {
    const { winners } = game.look;
    points.push({ ply: lastPly(), shares: game.held.seats.map((_, seat) => (winners.includes(seat) ? 1 / winners.length : 0)) });
  }
  drawCurve($("curve"), { points, seats: game.held.seats.length, end: lastPly(), now: shown.ply, go: guarded(show) });
}

function highlight(actions) {
  for (const target of $("picture").querySelectorAll("[data-action]")) {
    target.classList.toggle("hot", actions.includes(target.dataset.action));
  }
}

// The actions whose places are at a point, or, for a finger that misses, near it.
function actionsAt(x, y, reach = 0) {
  const near = ({ left, right, top, bottom }) => x >= left - reach && x <= right + reach && y >= top - reach && y <= bottom + reach;
  const targets = [...$("picture").querySelectorAll(".target")];
  const found = targets.filter((target) => near(target.getBoundingClientRect())).map((target) => target.dataset.action);
  return found.length || reach >= 12 ? found : actionsAt(x, y, 12);
}

function hideChooser() {
  $("chooser").hidden = true;
}

function offer(actions, x, y) {
  const chooser = $("chooser");
  chooser.replaceChildren(...actions.map((action) => make("button", {
    type: "button", onclick: guarded(() => play(action)), onfocus: () => highlight([action]), onmouseenter: () => highlight([action]),
  }, action)));
  chooser.hidden = false;
  const box = chooser.getBoundingClientRect();
  chooser.style.left = `${Math.max(8, Math.min(x - box.width / 2, innerWidth - box.width - 8))}px`;
  chooser.style.top = `${Math.max(8, Math.min(y + 14, innerHeight - box.height - 8))}px`;
  chooser.firstChild.focus({ preventScroll: true });
}

function saved() {
  const { start, actions } = game.held;
  if (isSecret()) return game.held;
  return "setup" in start ? { ...start, actions } : game.look.document;
}

function save() {
  const link = make("a", { download: `${game.held.start.game}.json`, href: URL.createObjectURL(new Blob([JSON.stringify(saved()) + "\n"], { type: "application/json" })) });
  link.click();
  URL.revokeObjectURL(link.href);
}

function remember() {
  try {
    localStorage.setItem(STORE, JSON.stringify({ held: game.held, trail: [...trail] }));
  } catch { /* no room, or not allowed: the game then ends with the page */ }
}

async function recall() {
  let kept = null;
  try {
    kept = JSON.parse(localStorage.getItem(STORE));
    if (!kept) return false;
    const answer = await post("look", { held: kept.held });
    begin(answer);
    trail = new Map(kept.trail);
    await guarded(advance)();
    return true;
  } catch {
    return false;
  }
}

function listen() {
  $("save").addEventListener("click", save);
  $("act").addEventListener("submit", guarded(async (event) => {
    event.preventDefault();
    const wanted = $("filter").value.trim();
    if (!wanted || $("filter").disabled) return;
    const fitting = renderActions(true);
    const exact = shown.legal.find((action) => action === wanted) ?? shown.legal.find((action) => action.toLowerCase() === wanted.toLowerCase());
    const beginning = fitting.filter((action) => action.toLowerCase().startsWith(wanted.toLowerCase()));
    const meant = exact ?? (fitting.length === 1 ? fitting[0] : beginning.length === 1 ? beginning[0] : null);
    if (meant) await play(meant);
    else if (fitting.length) $("actions").querySelector("button").focus();
  }));
  $("filter").addEventListener("input", () => {
    const fitting = renderActions(true);
    highlight($("filter").value.trim() ? fitting : []);
  });
  $("hint").addEventListener("click", guarded(hint));
  $("undo").addEventListener("click", guarded(() => goBack(lastChoice())));
  $("from-here").addEventListener("click", guarded(() => goBack(shown.ply)));
  $("analyse-all").addEventListener("click", guarded(analyseAll));
  $("ply").addEventListener("input", guarded(() => show(Number($("ply").value))));
  const steps = { first: () => 0, back: () => shown.ply - 1, on: () => shown.ply + 1, last: lastPly };
  for (const button of document.querySelectorAll("[data-go]")) {
    button.addEventListener("click", guarded(() => game && show(steps[button.dataset.go]())));
  }
  $("picture").addEventListener("click", guarded(async (event) => {
    const actions = actionsAt(event.clientX, event.clientY);
    if (actions.length === 1) await play(actions[0]);
    else if (actions.length) offer(actions, event.clientX, event.clientY);
    else hideChooser();
  }));
  document.addEventListener("pointerdown", (event) => {
    if (!event.target.closest("#chooser, #picture")) hideChooser();
  });
  document.addEventListener("keydown", guarded(async (event) => {
    if (event.key === "Escape") hideChooser();
    if (!game || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("dialog[open]")) return;
    if (event.key === "/" && (!event.target.closest("input, textarea") || $("filter").value === "")) {
      event.preventDefault();
      $("filter").focus();
    }
    if (event.target.closest("input, textarea, select")) return;
    const step = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
    if (step) {
      event.preventDefault();
      await show(steps[step]());
    }
  }));
}

async function open() {
  listen();
  prepareDialogs((await ask("games")).games, { enter, current: () => shown?.document ?? null });
  if (!(await recall())) openNew();
}

guarded(open)();
