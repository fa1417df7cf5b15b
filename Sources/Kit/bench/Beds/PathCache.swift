import DatasyncEngine
import DatasyncTree
import DatasyncWire

/// The paths of a script, each parsed once.
struct PathCache {
    private var paths: [String: Path] = [:]

    /// The path for a text.
    subscript(text: String) -> Path {
        mutating get throws {
            if let path = paths[text] { return path }
            let path = try Path(text)
            paths[text] = path
            return path
        }
    }

    /// Returns the query of a listener.
    mutating func query(_ listener: Script.Listener) throws -> Query {
        let window = try listener.bounds.map { try Window(start: $0.first, end: $0.last, limit: $0.limit) }
        return Query(path: try self[listener.path], window: window ?? .all)
    }
}

extension Script.Listener.Kind {
    /// The events of the listener, without acknowledgements.
    var interest: Interest {
        switch self {
        case .value: .valueChange
        case .child: [.childAddition, .childChange, .childRemoval]
        }
    }
}

extension BackendMessage {
    /// The back end's first message.
    static var greeting: BackendMessage {
        .control(.hello(time: 0, version: ProtocolVersion.current, host: "bench", session: "bench"))
    }
}
