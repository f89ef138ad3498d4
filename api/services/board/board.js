// The page holds the game and sends it with each request; the server answers with it, one ply longer, and what to show.

const DWELL = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 350; // ms that each ply of others is seen
const ENGINES = { "auto@0.2s": "Engine, 0.2 seconds", "auto@1s": "Engine, 1 second", "auto@5s": "Engine, 5 seconds" };
const HINT = { time: 1 }, GLANCE = { time: 0.3 };
const KINDS = { exact: "exact", lower: "at least", upper: "at most", estimate: "estimate" };
const STORE = "springtail-board";
const $ = (id) => document.getElementById(id);

let catalogue = []; // all games with their options
let game = null; // the last answer: held, plies, look
let shown = null; // the look on the screen, which may be an earlier one
let eye = null; // the seat that looks, where hands are hidden
let looks = new Map(); // ply -> look
let findings = new Map(); // ply -> what a search found there
let trail = new Map(); // ply -> the sealed game, to go back to
let running = 0; // changes when what is under way is to stop

// ---------------------------------------------------------------- asking

class Refused extends Error {}

async function ask(path, how = {}) {
  const token = sessionStorage.getItem("token");
  const headers = { ...how.headers, ...(token ? { Authorization: `Bearer ${token}` } : {}) };
  let answer;
  try {
    answer = await fetch(`../v1/${path}`, { ...how, headers });
  } catch {
    throw new Refused("The server does not answer.");
  }
  if (answer.status === 401) {
    await modal($("locked"));
    sessionStorage.setItem("token", $("token").value.trim());
    return ask(path, how);
  }
  const body = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(reasonsOf(body) || `The server says ${answer.status}.`);
  return body;
}

const post = (door, fields) =>
  ask(`board/${door}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(fields) });

function reasonsOf({ reasons = [], detail }) {
  return reasons.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join("\n") || detail;
}

function complain(error, where = $("wrong")) {
  if (error && !(error instanceof Refused)) console.error(error);
  where.textContent = error ? error.message : "";
  where.hidden = !error;
}

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

// ---------------------------------------------------------------- the game

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

// ---------------------------------------------------------------- searching

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

// ---------------------------------------------------------------- showing

function make(tag, attributes = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...inside.filter((one) => one !== null));
  return element;
}

function chip(player) {
  const element = make("span", { class: "chip", "aria-hidden": true }, typeof player === "number" ? String(player) : "✱");
  if (typeof player === "number") element.style.background = `var(--seat-${player % 8})`;
  return element;
}

const named = (player) => (player === "chance" ? "Chance" : `Seat ${player}`);
const spoken = (player) => {
  if (player === "human") return people().length === 1 ? "You" : "Person";
  const level = player.match(/strength=(\d+)/);
  return level ? `Level ${level[1]}` : player;
};
const percent = (share) => `${Math.round(100 * share)} %`;

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
  const seats = game.held.seats.length, end = lastPly();
  const points = [...findings].map(([ply, { answer }]) => ({ ply, shares: answer.score.win_shares }));
  if (game.look.player === "over") {
    const { winners } = game.look;
    points.push({ ply: end, shares: game.held.seats.map((_, seat) => (winners.includes(seat) ? 1 / winners.length : 0)) });
  }
  points.sort((one, other) => one.ply - other.ply);
  if (points.length < 2) {
    $("curve").replaceChildren();
    return;
  }
  const width = 400, height = 130, left = 34, top = 8, bottom = 16;
  const x = (ply) => left + (ply / Math.max(end, 1)) * (width - left - 6);
  const y = (share) => top + (1 - share) * (height - top - bottom);
  const drawn = seats === 2 ? [0] : game.held.seats.map((_, seat) => seat);
  const grid = [0, 0.5, 1].map((share) => `<line x1="${left}" x2="${width - 6}" y1="${y(share)}" y2="${y(share)}" stroke="var(--line)"/>` +
    `<text x="${left - 5}" y="${y(share) + 4}" text-anchor="end" font-size="11" fill="var(--muted)">${100 * share} %</text>`);
  const curves = drawn.map((seat) => {
    const colour = `var(--seat-${seat % 8})`;
    const path = points.map(({ ply, shares }, at) => `${at ? "L" : "M"}${x(ply).toFixed(1)} ${y(shares[seat]).toFixed(1)}`).join("");
    const dots = points.map(({ ply, shares }) => `<circle cx="${x(ply).toFixed(1)}" cy="${y(shares[seat]).toFixed(1)}" r="2.6" fill="${colour}"/>`);
    return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="2" stroke-linejoin="round"/>${dots.join("")}`;
  });
  const now = `<line x1="${x(shown.ply)}" x2="${x(shown.ply)}" y1="${top}" y2="${height - bottom}" stroke="var(--accent)" stroke-width="1.5"/>`;
  const words = points.map(({ ply, shares }) => `ply ${ply}: ${drawn.map((seat) => percent(shares[seat])).join(", ")}`).join("; ");
  $("curve").innerHTML = `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Win share of ${drawn.map((seat) => `seat ${seat}`).join(", ")}. ${words}">${grid.join("")}${now}${curves.join("")}</svg>`;
  $("curve").append(make("figcaption", {}, "Expected win share", ...drawn.map((seat) => make("span", {}, chip(seat)))));
  $("curve").firstChild.addEventListener("click", guarded((event) => {
    const box = event.currentTarget?.getBoundingClientRect() ?? $("curve").firstChild.getBoundingClientRect();
    const share = ((event.clientX - box.left) / box.width * width - left) / (width - left - 6);
    return show(Math.round(share * end));
  }));
}

// ---------------------------------------------------------------- choosing on the picture

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

// ---------------------------------------------------------------- dialogs

function modal(dialog) {
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
}

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

function openNew() {
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
    running++;
    begin(answer);
    await guarded(advance)();
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
    running++;
    begin(begun);
    await guarded(advance)();
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
  if (shown && !("seat" in shown.document)) setDocument(shown.document);
}

// ---------------------------------------------------------------- keeping

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

// ---------------------------------------------------------------- beginning

function listen() {
  $("open-new").addEventListener("click", openNew);
  $("open-set-up").addEventListener("click", openSetUp);
  $("save").addEventListener("click", save);
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
  catalogue = (await ask("games")).games;
  const real = catalogue.filter(({ components }) => Object.keys(components).length);
  const toys = catalogue.filter((its) => !real.includes(its));
  $("games").replaceChildren(...[...real, ...toys].map(({ id, title, players }, at) => make("label", {},
    make("input", { type: "radio", name: "game", value: id, checked: at === 0 }), title,
    make("small", {}, `${players.length > 1 ? `${players[0]} to ${players.at(-1)}` : players[0]} players${toys.some((toy) => toy.id === id) ? ", a toy" : ""}`))));
  $("example").replaceChildren(make("option", { value: "" }, "an example of …"), ...[...real, ...toys].map(({ id, title }) => make("option", { value: id }, title)));
  if (!(await recall())) openNew();
}

guarded(open)();
