extension Script {
    /// Adds a listener that receives this many events before the measurement.
    mutating func listen(_ path: String, _ kind: Listener.Kind, in bounds: Bounds? = nil, events: Int) {
        listeners.append(Listener(path: path, kind: kind, bounds: bounds))
        initialEventCount += events
    }

    /// Adds changes with the numbers 1, 2, …; each number differs from the initial value at its path.
    mutating func change(_ mode: Mode, _ count: Int, _ change: (Int) -> (String, ScriptValue)) {
        operations = (0..<count).map { index in
            let (path, value) = change(index + 1)
            return .change(path, value, mode)
        }
    }
}

extension Script.Operation {
    /// Returns a push, or a local write in the other modes.
    static func change(_ path: String, _ value: ScriptValue, _ mode: Mode) -> Script.Operation {
        mode == .push ? .push(path, value) : .write(path, value)
    }
}
