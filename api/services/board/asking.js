// Asking the server, and telling what it refuses.

import { $, modal } from "./elements.js";

export class Refused extends Error {}

export async function ask(path, how = {}) {
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

export const post = (door, fields) =>
  ask(`board/${door}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(fields) });

function reasonsOf({ reasons = [], detail }) {
  return reasons.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join("\n") || detail;
}

export function complain(error, where = $("wrong")) {
  if (error && !(error instanceof Refused)) console.error(error);
  where.textContent = error ? error.message : "";
  where.hidden = !error;
}
