// The curve of expected win shares.

import { chip, make, percent } from "./elements.js";

// Draws into a figure: `points` are plies with the win share of each seat, `end` is the last ply of the game, `now` the
// one on the screen; a click calls `go` with a ply. With two seats the curve of one says all.
export function drawCurve(figure, { points, seats, end, now, go }) {
  points.sort((one, other) => one.ply - other.ply);
  if (points.length < 2) {
    figure.replaceChildren();
    return;
  }
  const width = 400, height = 130, left = 34, top = 8, bottom = 16;
  const x = (ply) => left + (ply / Math.max(end, 1)) * (width - left - 6);
  const y = (share) => top + (1 - share) * (height - top - bottom);
  const drawn = seats === 2 ? [0] : Array.from({ length: seats }, (_, seat) => seat);
  const grid = [0, 0.5, 1].map((share) => `<line x1="${left}" x2="${width - 6}" y1="${y(share)}" y2="${y(share)}" stroke="var(--line)"/>` +
    `<text x="${left - 5}" y="${y(share) + 4}" text-anchor="end" font-size="11" fill="var(--muted)">${100 * share} %</text>`);
  const curves = drawn.map((seat) => {
    const colour = `var(--seat-${seat % 8})`;
    const path = points.map(({ ply, shares }, at) => `${at ? "L" : "M"}${x(ply).toFixed(1)} ${y(shares[seat]).toFixed(1)}`).join("");
    const dots = points.map(({ ply, shares }) => `<circle cx="${x(ply).toFixed(1)}" cy="${y(shares[seat]).toFixed(1)}" r="2.6" fill="${colour}"/>`);
    return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="2" stroke-linejoin="round"/>${dots.join("")}`;
  });
  const cursor = `<line x1="${x(now)}" x2="${x(now)}" y1="${top}" y2="${height - bottom}" stroke="var(--accent)" stroke-width="1.5"/>`;
  const words = points.map(({ ply, shares }) => `ply ${ply}: ${drawn.map((seat) => percent(shares[seat])).join(", ")}`).join("; ");
  figure.innerHTML = `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Win share of ${drawn.map((seat) => `seat ${seat}`).join(", ")}. ${words}">${grid.join("")}${cursor}${curves.join("")}</svg>`;
  figure.append(make("figcaption", {}, "Expected win share", ...drawn.map((seat) => make("span", {}, chip(seat)))));
  figure.firstChild.addEventListener("click", (event) => {
    const box = figure.firstChild.getBoundingClientRect();
    const share = ((event.clientX - box.left) / box.width * width - left) / (width - left - 6);
    go(Math.round(Math.max(0, Math.min(1, share)) * end));
  });
}
