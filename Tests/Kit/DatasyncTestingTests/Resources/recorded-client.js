// A small client in the old style, whose back end responds after a turn, and a recording of it on standard output.
// The argument is the path of the recorder.
const {ScenarioRecorder} = require(process.argv[2]);

function snapshot(key, value, isAcknowledged) {
    return {val: () => value, name: () => key, acknowledged: () => isAcknowledged};
}

class List {
    constructor(children) { Object.assign(this, {children, listeners: []}); }

    child(path) { return path === "l" ? this : new Child(this, path.split("/")[1]); }

    on(kind, handler) {
        this.listeners.push({kind, handler});
        if (kind !== "child_added") return;
        const keys = Object.keys(this.children).sort();
        keys.forEach((key, index) => handler(snapshot(key, this.children[key], true), keys[index - 1] ?? null));
    }

    off(kind, handler) { this.listeners = this.listeners.filter(listener => listener.handler !== handler); }

    raise(kind, snapshot, previous) {
        for (const listener of this.listeners) if (listener.kind === kind) listener.handler(snapshot, previous);
    }
}

class Child {
    constructor(list, key) { Object.assign(this, {list, key}); }

    set(value, done) {
        const {list: {children}, key} = this;
        const old = children[key];
        children[key] = value;
        if (value === null) delete children[key];
        const previous = Object.keys(children).sort().filter(other => other < key).pop() ?? null;
        const kind = value === null ? "child_removed" : old === undefined ? "child_added" : "child_changed";
        this.list.raise(kind, snapshot(key, value ?? old, false), previous);
        setImmediate(() => {
            this.list.raise("child_ack", snapshot(key, value, true), previous);
            done(null);
        });
    }

    remove(done) { this.set(null, done); }
}

(async () => {
    const recorder = new ScenarioRecorder("recorded from JavaScript", {data: {l: {a: 1}}});
    const client = recorder.client("A", new List({a: 1}));
    client.on("s1", "/l", ["child_added", "child_changed", "child_removed"], {acks: true});
    await client.set("/l/b c", {y: [1, 2], x: "q", "10": true, "9": null});
    await client.remove("/l/a");
    await Promise.all([client.set("/l/d", 3), client.set("/l/e", 4)]);
    await client.set("/l/d", 5);
    client.off("s1");
    if (recorder.problems.length > 0) throw new Error(recorder.problems.join("\n"));
    process.stdout.write(recorder.fileText());
})();
