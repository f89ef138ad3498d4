// Making and finding elements of the page.

export const $ = (id) => document.getElementById(id);

export function make(tag, attributes = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...inside.filter((one) => one !== null));
  return element;
}

export function chip(player) {
  const element = make("span", { class: "chip", "aria-hidden": true }, typeof player === "number" ? String(player) : "✱");
  if (typeof player === "number") element.style.background = `var(--seat-${player % 8})`;
  return element;
}

export const percent = (share) => `${Math.round(100 * share)} %`;

export function modal(dialog) {
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
}
