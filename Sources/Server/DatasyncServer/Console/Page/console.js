"use strict";
// The console: a page over the public requests of the server. Every value is inserted as text, never as markup. The secret stays in this
// page's memory, and is sent in a header.

const pageSize = 200, shownText = 200, traceLimit = 500;
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
async function follow(resource, query, signal, opened, receive) {
  const mine = rights(false);
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

const trace = { entries: [], isPaused: false };

function note(direction, text, keys, step) {
  if (trace.isPaused) return;
  trace.entries.unshift({ direction, text, path: pathOf(keys), time: new Date(), step });
  trace.entries.length = Math.min(trace.entries.length, traceLimit);
  if (!$("events").hidden) drawTrace();
}

function shownEntries() {
  const filter = pathOf(keysOf($("filter").value));
  const isBelow = (path, base) => base === "/" || path === base || path.startsWith(base + "/");
  return trace.entries.filter((entry) => isBelow(entry.path, filter) || (entry.path !== filter && isBelow(filter, entry.path)));
}

function drawTrace() {
  const entries = shownEntries();
  $("trace-state").textContent = trace.isPaused ? "Paused." : `${plural(entries.length, "message", "messages")} at ${pathOf(data.base)} since this page was opened.`;
  $("trace").replaceChildren(...entries.map((entry) => make("li", { class: entry.direction },
    make("time", { datetime: entry.time.toISOString() }, entry.time.toISOString().slice(11, 23)),
    make("span", { class: "arrow" }, make("code", {}, visible(entry.text))))));
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
    this.name = make("button", { type: "button", class: "key", click: () => this.open() });
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
    const action = (label, run) => make("button", { type: "button", "aria-label": `${label} ${name}`, click: run }, label);
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
      note("out", `PATCH ${pathOf(parent)} ${short(JSON.parse(body))}`, parent, { do: "merge", client: "A", path: pathOf(parent), value: JSON.parse(body) });
      await send("PATCH", node(parent), { body });
    });
  }

  remove() {
    const confirm = make("div", { class: "edit", role: "group", "aria-label": `Remove ${visible(this.key)}?` },
      make("span", {}, `Remove ${visible(this.key)} and everything below it?`));
    const end = () => { confirm.remove(); this.name.focus(); };
    const yes = make("button", { type: "button", click: () => { end(); this.write("null"); } }, "Remove");
    confirm.append(make("span", {}, yes, " ", make("button", { type: "button", click: end }, "Cancel")));
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
  note("out", `PUT ${pathOf(keys)} ${short(value)}`, keys, { do: "set", client: "A", path: pathOf(keys), value });
  try {
    await send("PUT", node(keys), { body: text, query: { print: "silent" }, isText: true });
    note("in", `acknowledged: ${pathOf(keys)}`, keys);
  } catch (error) {
    note("in", `refused: ${pathOf(keys)} ${error.message}`, keys);
    throw error;
  }
}

/** A field for a value as JSON, which is checked while it is typed. */
function editor(label, text, save, ended) {
  const field = make("textarea", { "aria-label": label, rows: Math.min(16, text.split("\n").length + 1), spellcheck: "false" });
  const problem = make("p", { role: "status" }), accept = make("button", { type: "button" }, "Save");
  const form = make("div", { class: "edit" }, field, problem, make("span", {}, accept, " ", make("button", { type: "button", click: () => end() }, "Cancel")));
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
  const form = make("form", { class: "edit" }, make("span", {}, label), field, make("span", {}, make("button", {}, verb), " ", make("button", { type: "button", click: () => end() }, "Cancel")));
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
        note("out", `POST ${pathOf(keys)} ${short(JSON.parse(value))}`, keys);
        const { name } = await send("POST", node(keys), { body: value });
        note("in", `acknowledged: ${pathOf([...keys, name])}`, keys);
      }
      if (row && row.rows) await row.reload();
    } catch (error) {
      problem.replaceChildren(make("p", { class: "error" }, visible(error.message)));
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
  $("tree").replaceChildren();
  $("summary").textContent = "Reading…";
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
    if (isLeaf) $("summary").textContent = place + "one value";
    else if (!previews.size) $("summary").textContent = place + (data.from === undefined ? "nothing here. Add a child, or go up." : "nothing more.");
    else $("summary").textContent = place + plural(Math.min(previews.size, pageSize), "child", "children") + (data.from === undefined && !data.hasMore ? "" : data.hasMore ? " on this page, more on the next" : " on this page, the last one");
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
    if (name === "cancel" || name === "auth_revoked") { $("summary").textContent = visible(String(event ?? "The rules no longer allow reading.")); return; }
    if (name !== "put" && name !== "patch") return;
    const entries = name === "patch" ? Object.entries(event.data) : event.path === "/" ? null : [[keysOf(event.path)[0], event.data]];
    note("in", `${name} ${pathOf([...data.base, ...keysOf(event.changed && typeof event.changed === "string" ? event.changed : event.path)])} ${short(event.data)}`, data.base);
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
        $("summary").replaceChildren(make("span", { class: "error" }, visible(error.message)));
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
  if (!keys.length) { $("tree").replaceChildren(make("li", {}, make("code", {}, visible(short(value))))); return; }
  const row = new Row(null, keys.at(-1), value);
  Object.defineProperty(row, "keys", { get: () => keys });
  row.draw();
  $("tree").replaceChildren(row.element);
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
  $("lines").textContent = Array.from({ length: count }, (_, index) => index + 1).join("\n");
}

async function readRules() {
  try {
    rules.deployed = await send("GET", "/.settings/rules.json", { asOwner: true, isText: true });
    if (!rules.deployed.includes("\n")) rules.deployed = JSON.stringify(JSON.parse(rules.deployed), null, 2);
    $("rules-text").value = rules.deployed;
    $("rules-state").textContent = "These rules are in force.";
    showConnection("live", "connected");
  } catch (error) {
    $("rules-state").replaceChildren(make("span", { class: "error" }, visible(error.message)));
  }
  drawLines();
}

async function checkRules() {
  const text = $("rules-text").value;
  try {
    const { warnings } = await send("POST", "/.settings/rules/check.json", { body: text, asOwner: true });
    if ($("rules-text").value !== text) return false;
    const isSame = text === rules.deployed ? "These rules are in force." : "Not deployed. The rules are valid.";
    $("rules-state").replaceChildren(isSame, ...warnings.map((warning) => make("span", { class: "error" }, " Warning: " + visible(warning))));
    return true;
  } catch (error) {
    if ($("rules-text").value === text) $("rules-state").replaceChildren(make("span", { class: "error" }, visible(error.message)));
    return false;
  }
}

async function deploy() {
  const text = $("rules-text").value;
  try {
    const { warnings = [] } = await send("PUT", "/.settings/rules.json", { body: text, asOwner: true });
    [rules.previous, rules.deployed] = [rules.deployed, text];
    $("rules-state").textContent = `Deployed at ${new Date().toLocaleTimeString()}. “Revert” brings back the rules before.` + warnings.map((warning) => " Warning: " + visible(warning)).join("");
  } catch (error) {
    $("rules-state").replaceChildren(make("span", { class: "error" }, visible(error.message)));
  }
}

/** Takes back what was typed; if nothing was, deploys the rules before the last deployment. */
async function revert() {
  if ($("rules-text").value !== rules.deployed) {
    $("rules-text").value = rules.deployed;
    $("rules-state").textContent = "These rules are in force.";
  } else if (rules.previous !== undefined) {
    $("rules-text").value = rules.previous;
    await deploy();
  } else {
    $("rules-state").textContent = "There is nothing to revert: this page has deployed no rules.";
  }
  drawLines();
}

async function explain(event) {
  event.preventDefault();
  const question = { operation: $("explain-operation").value, path: $("explain-path").value, auth: userOf($("explain-user").value), rules: $("rules-text").value };
  try {
    if (question.operation === "write") question.value = JSON.parse($("explain-value").value || "null");
  } catch (error) {
    return $("explanation").replaceChildren(make("p", { class: "error" }, `The value is not JSON: ${error.message}`));
  }
  try {
    $("explanation").replaceChildren(levels(await send("POST", "/.settings/rules/explain.json", { body: JSON.stringify(question), asOwner: true })));
  } catch (error) {
    $("explanation").replaceChildren(make("p", { class: "error" }, visible(error.message)));
  }
}

// --- Server ---

const server = { values: new Map(), time: 0, timer: 0 };

async function readSessions() {
  try {
    const { count, sessions } = await send("GET", "/.settings/sessions.json", { asOwner: true });
    $("sessions-state").textContent = plural(count, "session or stream", "sessions and streams") + (sessions.length < count ? `, the latest ${sessions.length} of them:` : ":");
    $("sessions").replaceChildren(...sessions.map((session) => make("tr", {}, make("td", {}, visible(session.address), make("small", {}, session.kind)),
      make("td", {}, visible(session.namespace)), make("td", {}, visible(session.user ?? "–")), make("td", {}, new Date(session.start).toLocaleTimeString()))));
  } catch (error) {
    $("sessions").replaceChildren();
    $("sessions-state").textContent = error.status === 401 ? "With the secret of the owner, the open sessions are listed here." : visible(error.message);
  }
}

async function readServer() {
  clearTimeout(server.timer);
  if ($("server").hidden) return;
  try {
    const [text, ready] = await Promise.all([send("GET", "/metrics", { isText: true }), send("GET", "/readyz", { isText: true }).catch((error) => error.message)]);
    $("ready").textContent = `This server is ${ready.trim()}.`;
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
    $("metrics").replaceChildren(...rows);
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
  if (part === "events") drawTrace();
  if (part === "server") readServer();
}

addEventListener("hashchange", show);
// A browser may keep a page that was left, and its stream with it.
addEventListener("pagehide", () => data.stop?.abort());
addEventListener("pageshow", (event) => { if (event.persisted) show(); });
$("access").addEventListener("submit", (event) => {
  event.preventDefault();
  [access.namespace, access.token, access.user] = [$("namespace").value.trim() || "default", $("token").value, $("user").value.trim()];
  const hash = link(data.base);
  if (location.hash.startsWith("#/data") && location.hash !== hash) location.hash = hash; else { data.stop?.abort(); show(); if (!location.hash.startsWith("#/data")) openLevel(); }
});
$("go").addEventListener("submit", (event) => { event.preventDefault(); const hash = link(keysOf($("path").value)); if (location.hash === hash) show(); else location.hash = hash; });
$("up").addEventListener("click", () => { location.hash = link(data.base.slice(0, -1)); });
$("add").addEventListener("click", () => addTo(null));
$("previous").addEventListener("click", () => turn(false));
$("next").addEventListener("click", () => turn(true));
$("data").addEventListener("keydown", moveFocus);
$("rules-text").addEventListener("input", () => { drawLines(); clearTimeout(rules.timer); rules.timer = setTimeout(checkRules, 400); });
$("rules-text").addEventListener("scroll", () => { $("lines").scrollTop = $("rules-text").scrollTop; });
$("deploy").addEventListener("click", deploy);
$("revert").addEventListener("click", revert);
$("reload-rules").addEventListener("click", readRules);
$("explain").addEventListener("submit", explain);
$("filter").addEventListener("input", drawTrace);
$("trace-form").addEventListener("submit", (event) => event.preventDefault());
$("pause").addEventListener("click", () => { trace.isPaused = !trace.isPaused; $("pause").setAttribute("aria-pressed", String(trace.isPaused)); drawTrace(); });
$("clear").addEventListener("click", () => { trace.entries = []; drawTrace(); });
$("copy").addEventListener("click", async () => {
  const steps = shownEntries().map((entry) => entry.step).filter(Boolean).reverse();
  try {
    await navigator.clipboard.writeText(steps.map((step) => JSON.stringify(step)).join(",\n"));
    $("trace-state").textContent = `${plural(steps.length, "step", "steps")} copied.`;
  } catch {
    $("trace-state").textContent = "The browser does not let this page copy.";
  }
});
if (!location.hash) history.replaceState(null, "", "#/data" + location.search);
show();
