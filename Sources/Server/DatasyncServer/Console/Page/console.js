"use strict";
// The console: a page over the public requests of the server. Every value is inserted as text, never as markup. The secret stays in this
// page's memory, and is sent in a header.

const pageSize = 200, shownText = 200, traceLimit = 500, drawnLimit = 200, laneLimit = 6;
const $ = (id) => document.getElementById(id);
const access = { namespace: "default", token: "", user: "" };

// --- Texts ---

/** A text in which nothing can turn around or hide its neighbours. */
const visible = (text) => text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
  (letter) => "\\u" + letter.charCodeAt(0).toString(16).padStart(4, "0"));

function make(name, attributes = {}, ...content) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...content.filter((part) => part !== undefined));
  return element;
}

const fault = (text) => make("span", { class: "error" }, visible(text));
const button = (label, click, attributes) => make("button", { type: "button", click, ...attributes }, label);
const say = (id, ...content) => $(id).replaceChildren(...content);
const plural = (count, one, many) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/** The keys of a path such as /contacts/ada. */
const keysOf = (path) => path.split("/").filter((key) => key !== "");
const pathOf = (keys) => "/" + keys.join("/");

/** The order of keys: whole numbers of 32 bits first, then texts. */
function compareKeys(a, b) {
  const number = (key) => /^(0|-?[1-9]\d{0,9})$/.test(key) && Number(key) === (Number(key) | 0) ? Number(key) : null;
  const [x, y] = [number(a), number(b)];
  if (x !== null && y !== null) return x - y;
  if (x !== null || y !== null) return x !== null ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

// --- Requests ---

function address(resource, query = {}) {
  const url = new URL(resource, location.origin);
  url.searchParams.set("ns", access.namespace);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
  return url;
}

const node = (keys) => "/" + keys.map(encodeURIComponent).join("/") + ".json";

/** Whose rights a request has: those of the secret or token, or of a user whom the owner names. */
function rights(asOwner) {
  const query = {}, headers = {};
  if (access.token) headers.Authorization = "Bearer " + access.token;
  if (access.user && !asOwner) query.auth_variable_override = JSON.stringify(userOf(access.user));
  return { query, headers };
}

/** The user of a field: a uid, or an object with uid, provider and token; nobody if it is empty. */
function userOf(text) {
  if (!text.trim()) return null;
  try {
    const user = JSON.parse(text);
    if (user === null || typeof user === "object") return user;
  } catch { /* a uid */ }
  return { uid: text.trim() };
}

class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** Returns the error of a response that refuses a request. */
function refusal(response, text) {
  let reason = text;
  try { reason = JSON.parse(text).error ?? text; } catch { /* a plain text */ }
  return new Refused(response.status, String(reason));
}

async function send(method, resource, { body, query = {}, asOwner = false, signal, isText = false } = {}) {
  const mine = rights(asOwner);
  let response;
  try {
    response = await fetch(address(resource, { ...query, ...mine.query }), { method, body, headers: mine.headers, signal, cache: "no-store" });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused(0, "The server cannot be reached.");
  }
  const text = await response.text();
  if (!response.ok) throw refusal(response, text);
  return isText ? text : JSON.parse(text);
}

/** Reads an event stream until it ends; calls a function with each event's name and data. */
async function follow(resource, query, signal, opened, receive, asOwner = false) {
  const mine = rights(asOwner);
  const response = await fetch(address(resource, { ...query, ...mine.query }),
    { headers: { ...mine.headers, Accept: "text/event-stream" }, signal, cache: "no-store" });
  if (!response.ok) throw refusal(response, await response.text());
  opened();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let pieces = [];
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    // A long event arrives in many pieces, which are joined once.
    pieces.push(value);
    if (!value.includes("\n")) continue;
    const blocks = pieces.join("").split("\n\n");
    pieces = [blocks.pop()];
    for (const block of blocks) {
      const name = /^event: (.*)$/m.exec(block)?.[1], data = /^data: (.*)$/m.exec(block)?.[1];
      if (name && data) receive(name, JSON.parse(data));
    }
  }
}

const pause = (milliseconds, signal) => new Promise((done) => {
  const timer = setTimeout(done, milliseconds);
  signal?.addEventListener("abort", () => { clearTimeout(timer); done(); });
});

function showConnection(kind, text) {
  const place = $("connection");
  if (place.textContent === text) return;
  place.className = kind;
  place.textContent = text;
}

// --- The trace ---

const trace = { entries: [], isPaused: false, isWatching: false, users: new Map(), requests: new Map(), stop: null, timer: 0 };

/** Notes a message of this page; while all sessions are watched, its requests are among theirs. */
function note(isSent, verb, keys, object, tone = "done", step) {
  if (!trace.isWatching) addEntry({ client: "this page", isSent, verb, path: pathOf(keys), object, tone, step, time: Date.now() });
}

function addEntry(entry) {
  if (trace.isPaused) return;
  trace.entries.unshift(entry);
  trace.entries.length = Math.min(trace.entries.length, traceLimit);
  trace.timer ||= setTimeout(drawTrace, 100);
}

/** Notes an event of the stream of messages. */
function noteMessage(name, message) {
  if (name === "lost") addEntry({ client: "requests", verb: "not shown", object: `${message} messages`, tone: "bad", time: Date.now() });
  if (name !== "message") return;
  const { session, user, number, kind, data, status, text, query, time } = message, isSent = message.from === "client";
  const client = session ? `session ${session}` : "requests", id = `${session}:${number}`, isWrite = kind === "set" || kind === "merge";
  if (user) trace.users.set(client, user.replace("the user ", ""));
  // The number of a response tells which path it is about.
  const path = message.path ?? trace.requests.get(id);
  if (isSent && path) trace.requests.set(id, path); else trace.requests.delete(id);
  if (trace.requests.size > traceLimit) trace.requests.delete(trace.requests.keys().next().value);
  const isWhole = message.parts === undefined && data?.[".bytes"] === undefined && data?.[".children"] === undefined;
  addEntry({
    client, isSent, path, time, verb: status ? `${kind} ${status}` : kind,
    object: [query, data === undefined ? "" : "← " + short(data), text].filter(Boolean).join(" "),
    tone: status && status !== "ok" ? "refused" : isWrite ? "acked" : "done",
    step: isSent && isWrite && isWhole ? { do: kind, client, path, value: data } : undefined,
  });
}

/** Follows the messages of all sessions with the secret of the owner, while the page Events is open. */
async function watchSessions() {
  trace.stop?.abort();
  const { signal } = trace.stop = new AbortController();
  while (access.token && !signal.aborted) {
    try {
      await follow("/.settings/messages.json", {}, signal, () => { trace.isWatching = true; drawTrace(); }, noteMessage, true);
    } catch (error) {
      if ([401, 403].includes(error.status)) return;
    } finally {
      trace.isWatching = false;
    }
    await pause(2000, signal);
  }
}

function shownEntries() {
  const filter = pathOf(keysOf($("filter").value)), client = $("client").value.trim();
  const isBelow = (path, base) => base === "/" || path === base || path?.startsWith(base + "/");
  return trace.entries.filter((entry) => (isBelow(entry.path, filter) || (entry.path && isBelow(filter, entry.path))) && clientName(entry.client).includes(client));
}

const clientName = (client) => trace.users.has(client) ? `${client}, ${trace.users.get(client)}` : client;

function drawTrace() {
  trace.timer = clearTimeout(trace.timer);
  if ($("events").hidden) return;
  const entries = shownEntries(), all = [...new Set(entries.map((entry) => entry.client))], clients = all.slice(0, laneLimit);
  $("trace-state").textContent = (trace.isPaused ? "Paused. " : "") + plural(entries.length, "message", "messages")
    + (trace.isWatching ? " of all sessions with this server" : " of this page; the owner sees those of all sessions")
    + (all.length > laneLimit ? `; the latest ${laneLimit} of ${all.length} clients are drawn.` : ".");
  drawDiagram($("trace"), clients, entries.filter((entry) => clients.includes(entry.client)).slice(0, drawnLimit));
}

/** Draws messages as SequenceDiagram does in the sources, with the same style sheet. */
function drawDiagram(place, clients, entries) {
  const grid = make("div", { class: "diagram" }), names = 4 + 2 * clients.length, end = names + 3;
  grid.style.gridTemplateColumns = `.5rem repeat(2, minmax(0, 1.1fr)) repeat(${2 * clients.length}, minmax(0, 1fr)) fit-content(9rem) repeat(2, minmax(0, 2fr))`;
  let row = 2;
  const centre = (client) => 5 + 2 * clients.indexOf(client);
  const put = (name, kind, area, ...content) => {
    const element = make(name, { class: kind }, ...content);
    element.style.gridArea = area;
    grid.append(element);
  };
  for (const { client, isSent, verb, path, object, tone, time } of entries) {
    const clock = new Date(time).toISOString().slice(11, 23);
    const words = [make("small", { class: "narrow" }, visible(clientName(client)) + ": "), make("b", {}, visible(verb)), " ", make("code", {}, visible([path, object].filter(Boolean).join(" ")))];
    if (isSent) {
      put("i", "rule-off", `${row}/1/auto/${end}`);
      put("div", "label", `${row}/3/auto/${end}`, make("span", {}, ...words, make("small", {}, " " + clock)));
      put("i", "arrow", `${++row}/3/auto/${centre(client)}`);
    } else {
      put("i", "wire " + tone, `${row}/${centre(client)}/auto/${names}`);
      put("div", "event " + tone, `${row}/${names}/auto/${names + 1}`, clock);
      put("div", "chip " + tone, `${row}/${names + 1}/auto/${end}`, ...words);
    }
    row += 1;
  }
  ["server", ...clients.map(clientName)].forEach((name, lane) => {
    put("div", lane ? "head client" : "head", `1/${2 + 2 * lane}/auto/${4 + 2 * lane}`, visible(name));
    if (row > 2) put("i", "life", `2/${3 + 2 * lane}/${row}/${4 + 2 * lane}`);
  });
  place.replaceChildren(grid);
}

const short = (value) => {
  const text = JSON.stringify(value) ?? "null";
  return text.length > shownText ? text.slice(0, shownText) + "…" : text;
};

// --- Data ---

const data = { base: [], from: undefined, starts: [], rows: new Map(), last: undefined, hasMore: false, stop: null };

/** Whether a preview has children. */
const childCount = (preview) => preview !== null && typeof preview === "object" ? preview[".children"] : undefined;

function shown(preview) {
  const count = childCount(preview);
  if (count !== undefined) return { text: plural(count, "child", "children"), kind: "value inner" };
  if (preview !== null && typeof preview === "object") return { text: visible(JSON.stringify(preview[".start"])) + "…", kind: "value", bytes: preview[".bytes"] };
  return { text: visible(JSON.stringify(preview)), kind: "value" };
}

/** One child: its preview, its element, and the rows of its own children if they are shown. */
class Row {
  constructor(parent, key, preview) {
    this.parent = parent;
    this.key = key;
    this.preview = preview;
    this.rows = null;
    this.name = button("", () => this.open(), { class: "key" });
    this.mark = make("span", { class: "mark acknowledged", title: "acknowledged" }, "●");
    this.value = make("span", { class: "value" });
    this.actions = make("span", { class: "actions" });
    this.line = make("div", { class: "row" }, this.name, this.mark, this.value, this.actions);
    this.element = make("li", {}, this.line);
    this.element.row = this;
    this.draw();
  }

  get keys() { return [...(this.parent ? this.parent.keys : data.base), this.key]; }

  draw() {
    const { text, kind, bytes } = shown(this.preview), isInner = childCount(this.preview) !== undefined;
    this.name.textContent = (isInner ? (this.rows ? "▾ " : "▸ ") : "") + visible(this.key);
    if (isInner) this.name.setAttribute("aria-expanded", String(this.rows !== null)); else this.name.removeAttribute("aria-expanded");
    this.value.className = kind;
    this.value.textContent = text;
    if (this.kind === kind && this.bytes === bytes && this.actions.childElementCount) return;
    [this.kind, this.bytes] = [kind, bytes];
    const name = visible(this.key).slice(0, 40);
    const action = (label, run) => button(label, run, { "aria-label": `${label} ${name}` });
    this.actions.replaceChildren(
      ...(bytes !== undefined ? [make("span", { class: "hint" }, plural(bytes, "byte", "bytes")), action("Show all", () => this.showAll())] : []),
      ...(isInner ? [make("a", { href: link(this.keys), "aria-label": `Go to ${name}` }, "Go"), action("Add", () => addTo(this))] : []),
      action("Edit", () => this.edit()), action("Rename", () => this.rename()), action("Remove", () => this.remove()));
  }

  /** Shows a change of the value for a second. */
  update(preview) {
    const isEqual = JSON.stringify(this.preview) === JSON.stringify(preview);
    this.preview = preview;
    if (childCount(preview) === undefined) this.collapse();
    this.draw();
    if (!isEqual) flash(this.line);
  }

  open() {
    if (childCount(this.preview) === undefined) return this.edit();
    return this.rows ? this.collapse() : this.expand();
  }

  collapse() {
    this.rows = null;
    this.list?.remove();
    this.list = undefined;
    this.draw();
  }

  async expand() {
    this.rows = new Map();
    this.list = make("ul");
    this.element.append(this.list);
    this.draw();
    await this.reload();
  }

  /** Reads the children again. */
  async reload() {
    try {
      const children = await send("GET", node(this.keys), { query: { preview: "true", orderBy: '"$key"', limitToFirst: pageSize + 1 } });
      if (!this.rows) return;
      if (children === null || typeof children !== "object" || childCount(children) !== undefined) return this.collapse();
      const hasMore = reconcile(this, this.rows, this.list, new Map(Object.entries(children)), pageSize);
      this.more?.remove();
      if (hasMore) this.list.append(this.more = make("li", {}, make("a", { href: link(this.keys) }, "Go to all children")));
    } catch (error) {
      this.fail(error);
    }
  }

  // Changes

  show(kind, title) {
    this.mark.className = "mark " + kind;
    this.mark.title = title;
    this.mark.textContent = { acknowledged: "●", pending: "◌", refused: "✕" }[kind];
  }

  fail(error, question) {
    this.show("refused", error.message);
    this.why?.remove();
    this.why = make("div", { class: "edit", role: "alert" }, make("p", {}, visible(error.message)));
    this.line.after(this.why);
    if (question && (error.status === 401 || error.status === 403)) explainTo(this.why, question);
  }

  /** Sends a write: its value is shown at once, and taken back if the server refuses it. */
  async write(text) {
    const before = this.preview, keys = this.keys, value = JSON.parse(text);
    this.why?.remove();
    this.show("pending", "sent, not yet acknowledged");
    this.preview = previewOf(value);
    this.draw();
    try {
      await put(keys, text);
      this.show("acknowledged", "acknowledged");
    } catch (error) {
      this.preview = before;
      this.draw();
      this.fail(error, { operation: "write", path: pathOf(keys), value });
    }
  }

  async edit() {
    if (this.form) return this.form.querySelector("textarea").focus();
    let text;
    try {
      const inner = childCount(this.preview) !== undefined || this.bytes !== undefined;
      text = inner ? await send("GET", node(this.keys), { query: { print: "pretty", format: "export" }, isText: true }) : JSON.stringify(this.preview);
    } catch (error) {
      return this.fail(error);
    }
    this.form = editor(`The value of ${visible(this.key)} as JSON`, text.trim(), (value) => this.write(value), () => { this.form = null; this.name.focus(); });
    this.line.after(this.form);
    this.form.querySelector("textarea").focus();
  }

  rename() {
    ask(this, `The new name of ${visible(this.key)}`, this.key, "Rename", async (name) => {
      const keys = this.keys, parent = keys.slice(0, -1);
      const value = await send("GET", node(keys), { query: { format: "export" }, isText: true });
      const body = `{${JSON.stringify(this.key)}:null,${JSON.stringify(name)}:${value}}`;
      note(true, "merge", parent, "← " + short(JSON.parse(body)), "done", { do: "merge", client: "A", path: pathOf(parent), value: JSON.parse(body) });
      await send("PATCH", node(parent), { body });
    });
  }

  remove() {
    const confirm = make("div", { class: "edit", role: "group", "aria-label": `Remove ${visible(this.key)}?` },
      make("span", {}, `Remove ${visible(this.key)} and everything below it?`));
    const end = () => { confirm.remove(); this.name.focus(); };
    const yes = button("Remove", () => { end(); this.write("null"); });
    confirm.append(make("span", {}, yes, " ", button("Cancel", end)));
    confirm.addEventListener("keydown", (event) => { if (event.key === "Escape") end(); });
    this.line.after(confirm);
    yes.focus();
  }

  async showAll() {
    try {
      this.value.textContent = visible(JSON.stringify(await send("GET", node(this.keys))));
    } catch (error) {
      this.fail(error);
    }
  }
}

function flash(element, kind = "changed") {
  element.classList.add(kind);
  setTimeout(() => element.classList.remove(kind), 1000);
}

/** The preview of a value that is not yet acknowledged. */
function previewOf(value) {
  if (value !== null && typeof value === "object") {
    const count = Object.keys(value).filter((key) => !key.startsWith(".")).length;
    return value[".value"] !== undefined ? value[".value"] : count ? { ".children": count } : null;
  }
  return value;
}

/** Makes the rows of a list those of the given previews; returns whether there are more. */
function reconcile(parent, rows, list, previews, limit) {
  const keys = [...previews.keys()].filter((key) => !key.startsWith(".")).sort(compareKeys);
  const wanted = keys.slice(0, limit), isWanted = new Set(wanted), isFirst = rows.size === 0;
  for (const [key, row] of rows) {
    if (isWanted.has(key)) continue;
    row.element.remove();
    rows.delete(key);
  }
  let place = list.firstElementChild;
  for (const key of wanted) {
    let row = rows.get(key);
    if (row) {
      row.update(previews.get(key));
    } else {
      row = new Row(parent, key, previews.get(key));
      rows.set(key, row);
      if (!isFirst) flash(row.line);
    }
    if (row.element === place) place = place.nextElementSibling; else list.insertBefore(row.element, place);
  }
  return keys.length > limit;
}

async function put(keys, text) {
  const value = JSON.parse(text);
  note(true, "set", keys, "← " + short(value), "done", { do: "set", client: "A", path: pathOf(keys), value });
  try {
    await send("PUT", node(keys), { body: text, query: { print: "silent" }, isText: true });
    note(false, "response ok", keys);
  } catch (error) {
    note(false, "response refused", keys, error.message, "refused");
    throw error;
  }
}

/** A field for a value as JSON, which is checked while it is typed. */
function editor(label, text, save, ended) {
  const field = make("textarea", { "aria-label": label, rows: Math.min(16, text.split("\n").length + 1), spellcheck: "false" });
  const problem = make("p", { role: "status" }), accept = button("Save");
  const form = make("div", { class: "edit" }, field, problem, make("span", {}, accept, " ", button("Cancel", () => end())));
  const end = () => { form.remove(); ended(); };
  const check = () => {
    try {
      JSON.parse(field.value);
      problem.textContent = "";
    } catch (error) {
      problem.textContent = `Not JSON yet: ${error.message}. Texts have double quotes.`;
    }
    accept.disabled = problem.textContent !== "";
    return !accept.disabled;
  };
  const finish = () => { if (check()) { const value = field.value; end(); save(value); } };
  field.value = text;
  field.addEventListener("input", check);
  accept.addEventListener("click", finish);
  form.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Escape") end();
    if (event.key === "Enter" && event.target === field && !event.shiftKey && !field.value.includes("\n")) { event.preventDefault(); finish(); }
  });
  check();
  return form;
}

/** Asks for a key below a row. */
function ask(row, label, text, verb, run) {
  const field = make("input", { "aria-label": label, spellcheck: "false", autocomplete: "off" });
  const form = make("form", { class: "edit" }, make("span", {}, label), field, make("span", {}, make("button", {}, verb), " ", button("Cancel", () => end())));
  const end = () => { form.remove(); row.name.focus(); };
  field.value = text;
  form.addEventListener("keydown", (event) => { event.stopPropagation(); if (event.key === "Escape") end(); });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const name = field.value;
    end();
    if (name === "" || name === text) return;
    try { await run(name); } catch (error) { row.fail(error); }
  });
  row.line.after(form);
  field.focus();
}

/** Asks for a new child below a row, or below the base. */
function addTo(row) {
  const keys = row ? row.keys : data.base;
  const field = make("input", { "aria-label": "The key of the child; empty for a new one in order of time", spellcheck: "false", autocomplete: "off", placeholder: "key, or empty for a new one" });
  const place = row ? row.line : $("go"), problem = make("div", { role: "alert" });
  const form = editor("The value of the child as JSON", '""', async (value) => {
    const key = field.value;
    try {
      if (key) {
        await put([...keys, key], value);
      } else {
        note(true, "add", keys, "← " + short(JSON.parse(value)));
        const { name } = await send("POST", node(keys), { body: value });
        note(false, "response ok", [...keys, name]);
      }
      if (row && row.rows) await row.reload();
    } catch (error) {
      problem.replaceChildren(fault(error.message));
      place.after(problem);
      if (key && (error.status === 401 || error.status === 403)) explainTo(problem, { operation: "write", path: pathOf([...keys, key]), value: JSON.parse(value) });
      setTimeout(() => problem.remove(), 30000);
    }
  }, () => (row ? row.name : $("add")).focus());
  form.prepend(field);
  place.after(form);
  field.focus();
}

/** Shows which rule has decided, if the reader may know the rules. */
async function explainTo(place, question) {
  try {
    place.append(levels(await send("POST", "/.settings/rules/explain.json", { body: JSON.stringify({ ...question, auth: userOf(access.user) }), asOwner: true })));
  } catch (error) {
    place.append(make("p", { class: "hint" }, error.status === 401 ? "With the secret of the owner, and “act as user”, this page shows the deciding rule." : visible(error.message)));
  }
}

function levels(explanation) {
  const outcome = (level) => ({ absent: "no rule", evaluated: String(level.value), failed: `failed: ${level.value}`, notEvaluated: "not evaluated" })[level.outcome];
  const decides = explanation.levels.some((level) => level.decides);
  const items = explanation.levels.map((level) => make("li", { class: level.decides ? "decides" : "" },
    level.decides ? make("strong", {}, "decides: ") : "", make("code", {}, visible(level.path)), " ", make("code", {}, visible(level.rule)),
    level.expression === null ? "" : make("code", {}, " " + visible(level.expression)), " → ", outcome(level)));
  return make("div", { class: "why" }, make("p", {}, explanation.allowed ? "Allowed." : decides ? "Denied." : "Denied: no level grants the right."), make("ol", { class: "why" }, ...items));
}

// --- The level that is shown ---

const link = (keys, from) => {
  const query = new URLSearchParams({ ns: access.namespace, ...(from === undefined ? {} : { from }) });
  return "#/data" + keys.map((key) => "/" + encodeURIComponent(key)).join("") + "?" + query;
};

async function openLevel() {
  data.stop?.abort();
  const stop = data.stop = new AbortController(), { signal } = stop;
  data.rows = new Map();
  say("tree");
  say("summary", "Reading…");
  $("previous").disabled = data.from === undefined;
  $("next").parentElement.hidden = data.from === undefined;
  $("next").disabled = true;
  const query = { preview: "true", orderBy: '"$key"', limitToFirst: pageSize + 1, startAt: data.from === undefined ? undefined : JSON.stringify(data.from) };
  let previews = new Map(), delay = 500, isLeaf = false;
  const draw = () => {
    data.hasMore = reconcile(null, data.rows, $("tree"), previews, pageSize);
    const keys = [...previews.keys()].sort(compareKeys);
    data.last = keys[pageSize];
    $("next").disabled = !data.hasMore;
    $("next").parentElement.hidden = data.from === undefined && !data.hasMore;
    const place = `${pathOf(data.base)}: `;
    if (isLeaf) say("summary", place + "one value");
    else if (!previews.size) say("summary", place + (data.from === undefined ? "nothing here. Add a child, or go up." : "nothing more."));
    else say("summary", place + plural(Math.min(previews.size, pageSize), "child", "children") + (data.from === undefined && !data.hasMore ? "" : data.hasMore ? " on this page, more on the next" : " on this page, the last one"));
  };
  const replace = (value) => {
    isLeaf = value !== null && (typeof value !== "object" || value[".bytes"] !== undefined);
    // A node without children is shown as the only row of its parent.
    previews = isLeaf || value === null ? new Map() : new Map(Object.entries(value));
    draw();
    if (isLeaf) showLeaf(value);
  };
  const receive = (name, event) => {
    if (signal.aborted) return;
    if (name === "cancel" || name === "auth_revoked") { say("summary", visible(String(event ?? "The rules no longer allow reading."))); return; }
    if (name !== "put" && name !== "patch") return;
    const entries = name === "patch" ? Object.entries(event.data) : event.path === "/" ? null : [[keysOf(event.path)[0], event.data]];
    note(false, name, [...data.base, ...keysOf(event.changed && typeof event.changed === "string" ? event.changed : event.path)], "← " + short(event.data), "acked");
    if (!entries) return replace(event.data);
    for (const [key, preview] of entries) {
      const row = data.rows.get(key);
      if (preview === null) {
        previews.delete(key);
        if (row) flash(row.line, "removed");
      } else {
        previews.set(key, preview);
      }
      // Parts of a child that are shown below it are read again.
      if (row) refresh(row);
    }
    draw();
  };
  while (!signal.aborted) {
    try {
      await follow(node(data.base), query, signal, () => { delay = 500; showConnection("live", "live"); }, receive);
      showConnection("lost", "the stream ended; connecting again");
    } catch (error) {
      if (signal.aborted) return;
      if (error.status === 413 || /limit for one subscribed/.test(error.message)) { await poll(query, signal, replace); continue; }
      if (error instanceof Refused && error.status >= 400 && error.status < 500) {
        showConnection("lost", "not allowed");
        say("summary", fault(error.message));
        if (error.status === 401) explainTo($("summary"), { operation: "read", path: pathOf(data.base) });
        return;
      }
      showConnection("lost", "not connected; trying again");
    }
    await pause(delay, signal);
    delay = Math.min(delay * 2, 10000);
  }
}

/** Reads a node that is too large to be followed, every 2 seconds for half a minute. */
async function poll(query, signal, replace) {
  for (let turn = 0; turn < 15 && !signal.aborted; turn += 1) {
    try {
      const value = await send("GET", node(data.base), { query, signal });
      showConnection("live", "read every 2 seconds: too large to follow");
      replace(value);
    } catch (error) {
      if (signal.aborted) return;
      showConnection("lost", visible(error.message));
    }
    await pause(2000, signal);
  }
}

function refresh(row) {
  if (!row.rows) return;
  clearTimeout(row.timer);
  row.timer = setTimeout(() => {
    if (!row.rows) return;
    row.reload().then(() => { for (const child of row.rows?.values() ?? []) if (child.rows) refresh(child); });
  }, 50);
}

/** Shows a value without children as the only row. */
function showLeaf(value) {
  const keys = data.base;
  if (!keys.length) { say("tree", make("li", {}, make("code", {}, visible(short(value))))); return; }
  const row = new Row(null, keys.at(-1), value);
  Object.defineProperty(row, "keys", { get: () => keys });
  row.draw();
  say("tree", row.element);
}

function visit() {
  const [path, text] = location.hash.replace(/^#\/data/, "").split("?");
  const query = new URLSearchParams(text ?? ""), from = query.get("from") ?? undefined;
  let keys = [];
  try { keys = keysOf(path).map(decodeURIComponent); } catch { /* shown as the root */ }
  if (query.get("ns")) access.namespace = query.get("ns");
  $("namespace").value = access.namespace;
  if (pathOf(keys) !== pathOf(data.base) || from === undefined) data.starts = [];
  [data.base, data.from] = [keys, from];
  $("path").value = pathOf(keys);
  const option = pathOf(keys);
  if (![...$("visited").options].some((known) => known.value === option)) $("visited").prepend(make("option", { value: option }));
  $("up").disabled = keys.length === 0;
  openLevel();
}

function turn(isForward) {
  if (isForward) {
    if (!data.hasMore) return;
    data.starts.push(data.from);
    location.hash = link(data.base, data.last);
  } else if (data.from !== undefined) {
    const start = data.starts.pop();
    location.hash = link(data.base, start);
  }
}

function moveFocus(event) {
  if (event.target.localName === "textarea" || event.target.localName === "input") return;
  const names = [...document.querySelectorAll("#tree .key")], index = names.indexOf(document.activeElement);
  const row = document.activeElement?.closest?.("#tree li")?.row;
  const go = (element) => { element?.focus(); event.preventDefault(); };
  switch (event.key) {
    case "ArrowDown": return go(names[index + 1] ?? names.at(-1));
    case "ArrowUp": return go(names[Math.max(index - 1, 0)]);
    case "ArrowRight": if (row && !row.rows && childCount(row.preview) !== undefined) { row.expand(); event.preventDefault(); } return;
    case "ArrowLeft":
      if (row?.rows) { row.collapse(); event.preventDefault(); } else if (row?.parent) go(row.parent.name);
      return;
    case "PageDown": turn(true); return event.preventDefault();
    case "PageUp": turn(false); return event.preventDefault();
  }
}

// --- Rules ---

const rules = { deployed: "", previous: undefined, timer: 0 };

function drawLines() {
  const count = $("rules-text").value.split("\n").length;
  say("lines", Array.from({ length: count }, (_, index) => index + 1).join("\n"));
}

async function readRules() {
  try {
    rules.deployed = await send("GET", "/.settings/rules.json", { asOwner: true, isText: true });
    if (!rules.deployed.includes("\n")) rules.deployed = JSON.stringify(JSON.parse(rules.deployed), null, 2);
    $("rules-text").value = rules.deployed;
    say("rules-state", "These rules are in force.");
    showConnection("live", "connected");
  } catch (error) {
    say("rules-state", fault(error.message));
  }
  drawLines();
}

async function checkRules() {
  const text = $("rules-text").value;
  try {
    const { warnings } = await send("POST", "/.settings/rules/check.json", { body: text, asOwner: true });
    if ($("rules-text").value !== text) return false;
    const isSame = text === rules.deployed ? "These rules are in force." : "Not deployed. The rules are valid.";
    say("rules-state", isSame, ...warnings.map((warning) => fault(" Warning: " + warning)));
    return true;
  } catch (error) {
    if ($("rules-text").value === text) say("rules-state", fault(error.message));
    return false;
  }
}

async function deploy() {
  const text = $("rules-text").value;
  try {
    const { warnings = [] } = await send("PUT", "/.settings/rules.json", { body: text, asOwner: true });
    [rules.previous, rules.deployed] = [rules.deployed, text];
    say("rules-state", `Deployed at ${new Date().toLocaleTimeString()}. “Revert” brings back the rules before.` + warnings.map((warning) => " Warning: " + visible(warning)).join(""));
  } catch (error) {
    say("rules-state", fault(error.message));
  }
}

/** Takes back what was typed; if nothing was, deploys the rules before the last deployment. */
async function revert() {
  if ($("rules-text").value !== rules.deployed) {
    $("rules-text").value = rules.deployed;
    say("rules-state", "These rules are in force.");
  } else if (rules.previous !== undefined) {
    $("rules-text").value = rules.previous;
    await deploy();
  } else {
    say("rules-state", "There is nothing to revert: this page has deployed no rules.");
  }
  drawLines();
}

async function explain() {
  const question = { operation: $("explain-operation").value, path: $("explain-path").value, auth: userOf($("explain-user").value), rules: $("rules-text").value };
  try {
    if (question.operation === "write") question.value = JSON.parse($("explain-value").value || "null");
  } catch (error) {
    return say("explanation", fault(`The value is not JSON: ${error.message}`));
  }
  try {
    say("explanation", levels(await send("POST", "/.settings/rules/explain.json", { body: JSON.stringify(question), asOwner: true })));
  } catch (error) {
    say("explanation", fault(error.message));
  }
}

// --- Server ---

const server = { values: new Map(), time: 0, timer: 0 };

async function readSessions() {
  try {
    const { count, sessions } = await send("GET", "/.settings/sessions.json", { asOwner: true });
    say("sessions-state", plural(count, "session or stream", "sessions and streams") + (sessions.length < count ? `, the latest ${sessions.length} of them:` : ":"));
    say("sessions", ...sessions.map((session) => make("tr", {}, make("td", {}, visible(session.address), make("small", {}, session.kind)),
      make("td", {}, visible(session.namespace)), make("td", {}, visible(session.user ?? "–")), make("td", {}, new Date(session.start).toLocaleTimeString()))));
  } catch (error) {
    say("sessions");
    say("sessions-state", error.status === 401 ? "With the secret of the owner, the open sessions are listed here." : visible(error.message));
  }
}

async function readServer() {
  clearTimeout(server.timer);
  if ($("server").hidden) return;
  try {
    const [text, ready] = await Promise.all([send("GET", "/metrics", { isText: true }), send("GET", "/readyz", { isText: true }).catch((error) => error.message)]);
    say("ready", `This server is ${ready.trim()}.`);
    showConnection("live", "connected");
    const help = new Map(), rows = [], now = performance.now();
    for (const line of text.split("\n")) {
      const found = /^# HELP (\S+) (.*)$/.exec(line);
      if (found) help.set(found[1], found[2]);
      if (!line || line.startsWith("#")) continue;
      const space = line.lastIndexOf(" "), name = line.slice(0, space), value = Number(line.slice(space + 1));
      const before = server.values.get(name), seconds = (now - server.time) / 1000;
      const isTotal = name.replace(/\{.*/, "").endsWith("_total");
      const rate = isTotal && before !== undefined ? Math.max(0, (value - before) / seconds).toFixed(1) : "";
      server.values.set(name, value);
      rows.push(make("tr", {}, make("td", {}, make("code", {}, visible(name)), make("small", {}, visible(help.get(name.replace(/\{.*/, "")) ?? ""))), make("td", {}, value.toLocaleString("en")), make("td", {}, rate)));
    }
    server.time = now;
    say("metrics", ...rows);
    await readSessions();
  } catch (error) {
    showConnection("lost", visible(error.message));
  }
  server.timer = setTimeout(readServer, 2000);
}

// --- The page ---

function show() {
  $("namespace").value = access.namespace;
  const part = /^#\/(data|rules|events|server)/.exec(location.hash)?.[1] ?? "data";
  for (const section of document.querySelectorAll("main > section")) section.hidden = section.id !== part;
  for (const item of document.querySelectorAll("nav a")) {
    if (item.dataset.part === part) item.setAttribute("aria-current", "page"); else item.removeAttribute("aria-current");
  }
  document.title = `${part[0].toUpperCase()}${part.slice(1)} · Datasync console`;
  if (part === "data") visit();
  if (part === "rules") readRules();
  if (part === "events") { drawTrace(); watchSessions(); } else trace.stop?.abort();
  if (part === "server") readServer();
}

const on = (id, kind, run) => $(id).addEventListener(kind, (event) => {
  if (kind === "submit") event.preventDefault();
  run(event);
});
addEventListener("hashchange", show);
// A browser may keep a page that was left, and its stream with it.
addEventListener("pagehide", () => { data.stop?.abort(); trace.stop?.abort(); });
addEventListener("pageshow", (event) => { if (event.persisted) show(); });
on("access", "submit", () => {
  [access.namespace, access.token, access.user] = [$("namespace").value.trim() || "default", $("token").value, $("user").value.trim()];
  const hash = link(data.base);
  if (location.hash.startsWith("#/data") && location.hash !== hash) location.hash = hash; else { data.stop?.abort(); show(); if (!location.hash.startsWith("#/data")) openLevel(); }
});
on("go", "submit", () => { const hash = link(keysOf($("path").value)); if (location.hash === hash) show(); else location.hash = hash; });
on("up", "click", () => { location.hash = link(data.base.slice(0, -1)); });
on("add", "click", () => addTo(null));
on("previous", "click", () => turn(false));
on("next", "click", () => turn(true));
on("data", "keydown", moveFocus);
on("rules-text", "input", () => { drawLines(); clearTimeout(rules.timer); rules.timer = setTimeout(checkRules, 400); });
on("rules-text", "scroll", () => { $("lines").scrollTop = $("rules-text").scrollTop; });
on("deploy", "click", deploy);
on("revert", "click", revert);
on("reload-rules", "click", readRules);
on("explain", "submit", explain);
on("filter", "input", drawTrace);
on("client", "input", drawTrace);
on("trace-form", "submit", drawTrace);
on("pause", "click", () => { trace.isPaused = !trace.isPaused; $("pause").setAttribute("aria-pressed", String(trace.isPaused)); drawTrace(); });
on("clear", "click", () => { trace.entries = []; drawTrace(); });
on("copy", "click", async () => {
  const steps = shownEntries().map((entry) => entry.step).filter(Boolean).reverse();
  try {
    await navigator.clipboard.writeText(steps.map((step) => JSON.stringify(step)).join(",\n"));
    say("trace-state", `${plural(steps.length, "step", "steps")} copied.`);
  } catch {
    say("trace-state", "The browser does not let this page copy.");
  }
});
if (!location.hash) history.replaceState(null, "", "#/data" + location.search);
show();
