// Records what an existing JavaScript client does and delivers as a scenario file for `conformance`.
//
//     const recorder = new ScenarioRecorder("a contact is added", {data: {contacts: {ada: 1}}});
//     const contacts = recorder.client("A", new Webcom("my-app"));  // any client with child(), on(), off(), set()
//     contacts.on("s1", "/contacts", ["child_added", "child_removed"]);
//     await contacts.set("/contacts/bob", 2);
//     console.log(recorder.fileText());  // write this to mine.json
//
// Start from known data, record the writes of all clients, and wait until the client is quiet before each action.
// A client without acknowledgements delivers every event as acknowledged. `recorder.problems` names the places where a
// replay may differ because of its timing. Works in browsers and in Node, without dependencies.
class ScenarioRecorder {
    constructor(name, {data, rules} = {}) {
        this.head = {name};
        if (data !== undefined) this.head.data = data;
        if (rules !== undefined) this.head.rules = rules;
        this.steps = [];
        this.lines = {};
        this.completions = [];
        this.problems = [];
        this.writes = 0;
    }

    // Returns a recording client with the name and the root reference of an existing one.
    client(name, root) { return new RecordedClient(this, name, root); }

    // Returns the text of a file with this scenario.
    fileText() {
        const expect = {...this.lines};
        if (this.writes > 0) expect.writes = this.completions;
        return JSON.stringify([{...this.head, steps: this.steps, expect}], null, 2) + "\n";
    }

    // Returns a value in the notation of trace lines: no spaces, arrays or nulls, members in the order of their keys.
    static canonical(value) {
        if (value === null || value === undefined) return "null";
        if (typeof value !== "object") return JSON.stringify(value);
        const members = Object.keys(value).sort(ScenarioRecorder.compareKeys)
            .map(key => [key, ScenarioRecorder.canonical(value[key])])
            .filter(([, text]) => text !== "null");
        if (members.length === 0) return "null";
        return "{" + members.map(([key, text]) => JSON.stringify(key) + ":" + text).join(",") + "}";
    }

    // Compares two keys: integers of 32 bits first, by number and length, then all others by UTF-16 code units.
    static compareKeys(left, right) {
        const [a, b] = [ScenarioRecorder.integer(left), ScenarioRecorder.integer(right)];
        if (a !== null && b !== null && (a !== b || left.length !== right.length)) {
            return a - b || left.length - right.length;
        }
        if ((a === null) !== (b === null)) return a !== null ? -1 : 1;
        return left < right ? -1 : left > right ? 1 : 0;
    }

    static integer(key) {
        const number = /^-?0*[0-9]{1,10}$/.test(key) ? Number(key) : NaN;
        return number >= -2147483648 && number <= 2147483647 ? number : null;
    }

    static key(text) { return /^[A-Za-z0-9_-]+$/.test(text) ? text : JSON.stringify(text); }
}

class RecordedClient {
    constructor(recorder, name, root) {
        Object.assign(this, {recorder, name, root, pending: new Set(), isHeld: false, isPartlyAnswered: false});
        this.subscriptions = {};
        this.isDisconnected = false;
    }

    // Subscribes to events by their names. Options: acks; and for a window, its notation in scenario files and the
    // query: {window: {first: 2}, query: ref => ref.startAt().limit(2)}.
    on(id, path, events, {acks = false, window, query = ref => ref} = {}) {
        const step = {do: "subscribe", id, client: this.name, path, events};
        if (acks) step.acks = true;
        if (window) step.window = window;
        this.recorder.steps.push(step);
        const lines = this.recorder.lines[id] = [];
        const names = acks ? events.concat(events[0] === "value" ? "value_ack" : "child_ack") : events;
        const ref = query(this.at(path));
        const handlers = names.map(kind => {
            const handler = (snapshot, previous) => { lines.push(RecordedClient.line(kind, snapshot, previous)); };
            ref.on(kind, handler, error => {
                const line = `revoked ${RecordedClient.status(error)}`;
                if (lines[lines.length - 1] !== line) lines.push(line);
            });
            return [kind, handler];
        });
        this.subscriptions[id] = {ref, handlers};
    }

    off(id) {
        this.recorder.steps.push({do: "unsubscribe", id});
        const lines = this.recorder.lines[id];
        if (!(lines[lines.length - 1] || "").startsWith("revoked")) lines.push("cancelled");
        const {ref, handlers} = this.subscriptions[id];
        for (const [kind, handler] of handlers) ref.off(kind, handler);
    }

    set(path, value) { return this.write({do: "set", path, value}, (ref, done) => ref.set(value, done)); }
    update(path, value) { return this.write({do: "merge", path, value}, (ref, done) => ref.update(value, done)); }
    remove(path) { return this.write({do: "remove", path}, (ref, done) => ref.remove(done)); }

    // Records that the connection ends or returns; end it in the client at the same time.
    disconnected() {
        [this.isDisconnected, this.isHeld] = [true, false];
        this.recorder.steps.push({do: "disconnect", client: this.name});
    }

    connected() {
        this.isDisconnected = false;
        this.recorder.steps.push({do: "connect", client: this.name});
    }

    at(path) {
        const keys = path.split("/").filter(key => key !== "").join("/");
        return keys === "" ? this.root : this.root.child(keys);
    }

    // A write is held until its response comes, so that a replay has the same local events in between.
    write({do: kind, path, ...members}, perform) {
        const {recorder} = this;
        if (this.isPartlyAnswered) {
            recorder.problems.push(
                `step ${recorder.steps.length}: ${kind} ${path} while only some writes of ${this.name} have a `
                    + "response; wait for all of them");
        }
        if (!this.isHeld && !this.isDisconnected) {
            recorder.steps.push({do: "hold", client: this.name});
            this.isHeld = true;
        }
        recorder.steps.push({do: kind, client: this.name, path, ...members});
        const number = recorder.writes++;
        this.pending.add(number);
        return new Promise(resolve => {
            perform(this.at(path), error => {
                recorder.completions.push(`${kind} ${path} ${error ? RecordedClient.status(error) : "ok"}`);
                this.pending.delete(number);
                this.isPartlyAnswered = this.pending.size > 0;
                if (this.pending.size === 0 && this.isHeld) {
                    recorder.steps.push({do: "release", client: this.name});
                    this.isHeld = false;
                }
                resolve(error || null);
            });
        });
    }

    // The word of an error: its code in the notation of the back end.
    static status(error) {
        const word = typeof error === "string" ? error : error.code || error.message || "unknown";
        return word.toLowerCase().replace(/[ -]/g, "_");
    }

    static line(kind, snapshot, previous) {
        const value = ScenarioRecorder.canonical(snapshot.val());
        const words = [kind];
        if (!kind.startsWith("value")) {
            words.push(ScenarioRecorder.key(typeof snapshot.name === "function" ? snapshot.name() : snapshot.key));
            const hasPrevious = kind !== "child_removed" && !(kind === "child_ack" && value === "null");
            if (hasPrevious) words.push("prev=" + (previous == null ? "null" : ScenarioRecorder.key(previous)));
        }
        const isAcknowledged = typeof snapshot.acknowledged === "function" ? snapshot.acknowledged() : true;
        words.push(isAcknowledged ? "acked" : "local", "value=" + value);
        return words.join(" ");
    }
}

if (typeof module !== "undefined") module.exports = {ScenarioRecorder};
