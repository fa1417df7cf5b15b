import DatasyncTree

/// The data of a message in several frames, read part by part.
struct LongData: Sendable {
    private enum Target {
        case set(NodeAssembler)
        case merge([(path: Path, node: NodeAssembler)])
        /// `nil` for invalid data, which are ignored because they are not data of the tree.
        case response(NodeAssembler?)
    }

    /// The path of the data; `nil` for a response.
    let path: Path?
    private var target: Target
    private var parts = 0

    /// Reads where the data belong; `nil` if the text names no valid place.
    ///
    /// - Parameter text: The text of the message up to the data.
    init?(behind text: ArraySlice<UInt8>) {
        guard let body = (try? JSONParser.parse(Array(text) + Array("null}}}".utf8)))?["d"] else { return nil }
        let place = body["b"]?["p"]?.string
        switch (body["a"]?.string, place, body["r"]?.integer) {
        case ("d"?, let place?, nil):
            guard let path = try? Path(place, allowsPriority: true) else { return nil }
            self.init(path: path, target: .set(NodeAssembler(at: path)))
        case ("m"?, let place?, nil):
            guard let path = try? Path(place) else { return nil }
            self.init(path: path, target: .merge([]))
        case (nil, nil, _?): self.init(path: nil, target: .response(NodeAssembler(at: .root)))
        default: return nil
        }
    }

    private init(path: Path?, target: Target) {
        self.path = path
        self.target = target
    }

    /// Adds the next part.
    ///
    /// - Throws: ``DatasyncError``, whose message names the part.
    mutating func add(_ part: JSONDivider.Part) throws(DatasyncError) {
        parts += 1
        do throws(DatasyncError) {
            let json = try JSONParser.parse(part.text)
            // Only a target with a single owner is edited in place.
            let target = target
            self.target = .response(nil)
            self.target = try Self.adding(json, part, to: target, at: path ?? .root)
        } catch {
            throw DatasyncError(error.code, "In part \(parts) of the data of a long message: \(error.message)")
        }
    }

    private static func adding(
        _ json: JSON, _ part: JSONDivider.Part, to target: consuming Target, at path: Path
    ) throws(DatasyncError) -> Target {
        switch consume target {
        case .set(var node):
            try node.add(json, begun: part.begun, open: part.open)
            return .set(node)
        case .merge(var children):
            guard let members = json.members else {
                throw DatasyncError(.malformedText, "A merge push needs an object (d).")
            }
            for (index, member) in members.enumerated() {
                let begun = index == 0 ? max(0, part.begun - 1) : 0
                let open = index == members.count - 1 ? max(0, part.open - 1) : 0
                if begun == 0 {
                    let relative = try Path(member.name, allowsPriority: true)
                    children.append((relative, NodeAssembler(at: path.appending(relative))))
                }
                try children[children.count - 1].node.add(member.value, begun: begun, open: open)
            }
            return .merge(children)
        case .response(var node):
            guard (try? node?.add(json, begun: part.begun, open: part.open)) != nil else { return .response(nil) }
            return .response(node)
        }
    }

    /// Returns a message with the data.
    ///
    /// - Parameter message: The message that was read with an empty object in place of the data.
    /// - Returns: The message with its data.
    consuming func completing(_ message: BackendMessage) -> BackendMessage {
        switch (message, target) {
        case (.push(.set(let path, _, let tag)), .set(let node)):
            .push(.set(path: path, node: node.finish(), tag: tag))
        case (.push(.merge(let path, _, let tag)), .merge(let children)):
            .push(.merge(path: path, children: children.map { ($0.path, $0.node.finish()) }, tag: tag))
        case (.response(let response), .response(let node)) where response.status == .ok:
            .response(Response(number: response.number, status: .ok, data: node?.finish()))
        default: message
        }
    }
}

/// The place of the data in the text of a message.
enum DataPlace {
    /// Returns the index of the bracket that opens the data: the member `d` of `b` of `d`.
    ///
    /// - Returns: The index; `nil` if the text has no such bracket.
    static func find(in text: [UInt8]) -> Int? {
        let place = ["\"d\"", "\"b\"", "\"d\""].map { Array($0.utf8)[...] }
        /// The name of the current member of each open container.
        var names: [ArraySlice<UInt8>] = []
        var expectsName = false
        var index = 0
        while index < text.count {
            let start = index
            index += 1
            switch text[start] {
            case UInt8(ascii: "\""):
                while index < text.count, text[index] != UInt8(ascii: "\"") {
                    index += text[index] == UInt8(ascii: "\\") ? 2 : 1
                }
                index += 1
                guard index <= text.count else { return nil }
                if expectsName, !names.isEmpty { names[names.count - 1] = text[start..<index] }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                if names == place { return start }
                names.append([])
                expectsName = text[start] == UInt8(ascii: "{")
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                _ = names.popLast()
                expectsName = false
            case UInt8(ascii: ","): expectsName = names.last?.isEmpty == false
            case UInt8(ascii: ":"): expectsName = false
            default: break
            }
        }
        return nil
    }
}
