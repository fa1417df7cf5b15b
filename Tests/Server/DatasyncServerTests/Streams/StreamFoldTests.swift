#if Server
    import DatasyncTree
    import DatasyncWire
    import TestSupport
    import Testing

    @testable import DatasyncBackend
    @testable import DatasyncServer

    /// A client that folds the events of a stream by their paths has the value that a GET returns, at every moment.
    @Suite("Folds of event streams")
    struct StreamFoldTests {
        /// A client of a stream.
        private struct Client {
            let path: Path
            let window: Window
            let translator: StreamTranslator
            let isExport: Bool
            var value = Node.null

            mutating func accept(_ push: Push) throws {
                guard let text = translator.event(for: push) else { return }
                let lines = text.split(separator: "\n")
                let data = try JSONParser.parse(String(lines[1].dropFirst("data: ".count)))
                let place = try Path(data["path"]?.string ?? "", allowsPriority: true)
                let json = data["data"] ?? .null
                if lines[0] == "event: put" { return value.set(try Self.node(json, at: place), at: place) }
                #expect(lines[0] == "event: patch")
                let parts = try (json.members ?? []).map { member in
                    let below = try Path.root.resolving(member.name, allowsPriority: true)
                    return (place.appending(below), try Self.node(member.value, at: place.appending(below)))
                }
                for (place, node) in parts.sorted(by: { $0.0.mergeStep(of: $0.1) < $1.0.mergeStep(of: $1.1) }) {
                    value.set(node, at: place)
                }
            }

            private static func node(_ json: JSON, at place: Path) throws -> Node {
                try WriteValue(json, at: place, readsPriorities: true).node
            }

            /// The text of a GET.
            func text(_ node: Node) -> String { isExport ? node.exportJSON.text : node.json(readsArrays: true).text }
        }

        private static let names = ["a", "b", "c", "d"]

        private static func value(_ random: inout SeededGenerator, _ depth: Int = 0) -> JSON {
            switch Int.random(in: 0..<7, using: &random) {
            case 0: return .null
            case 1, 2: return .number(Double(Int.random(in: 0..<5, using: &random)))
            case 3: return [".value": 1, ".priority": .number(Double(Int.random(in: 0..<3, using: &random)))]
            default:
                if depth == 2 { return .string("x") }
                return .object(
                    names.compactMap { name in
                        Bool.random(using: &random) ? JSON.Member(name, value(&random, depth + 1)) : nil
                    })
            }
        }

        private static func window(_ index: Int, _ random: inout SeededGenerator) throws -> Window {
            if index < 2 { return .all }
            let order = [Order.key, .value, .priority, try .child("a")][index % 4]
            let limit = Bool.random(using: &random) ? Int.random(in: 1...3, using: &random) : nil
            let bound = Bool.random(using: &random) ? BoundValue(order == .key ? .string("b") : .number(1)) : nil
            return try Window(
                order: order, start: bound, limit: limit, side: Bool.random(using: &random) ? .first : .last)
        }

        @Test("12 windows and 300 writes, with and without priorities", arguments: 1...4)
        func fold(salt: UInt64) throws {
            var random = SeededGenerator(salt: 7_000 + 1_000 * salt)
            var state = BackendState()
            let port = state.makePort()
            let writer = try #require(state.opened(port, now: 0).0)
            var clients: [PortID: Client] = [:]
            for index in 0..<12 {
                let path = try Path(["/", "/a", "/a/b"][index % 3])
                let window = try Self.window(index, &random)
                let isExport = index % 2 == 1
                let port = state.makePort()
                let session = try #require(state.opened(port, now: 0).0)
                clients[port] = Client(
                    path: path, window: window, translator: StreamTranslator(path: path, isExport: isExport),
                    isExport: isExport)
                let listen = Request.Action.listen(path: path, window: window, tag: window.isAll ? nil : 1, hash: nil)
                try Self.deliver(
                    state.received(.request(Request(number: 1, action: listen)), from: session, now: 0), to: &clients)
            }
            for number in 1...300 {
                let depth = Int.random(in: 0...3, using: &random)
                let keys = (0..<depth).map { _ in "/" + Self.names[Int.random(in: 0..<4, using: &random)] }
                let path = try Path(keys.joined())
                let action: Request.Action
                if Bool.random(using: &random) {
                    let value = try WriteValue(Self.value(&random), at: path, readsPriorities: true)
                    action = .put(path: path, value: value, expectedHash: nil)
                } else {
                    let names = ["a", "b/c", "c/a", "d", "b/a", "c/.priority"].filter { _ in Bool.random(using: &random)
                    }
                    let members = names.map { name in
                        JSON.Member(name, name.hasSuffix(".priority") ? 2 : Self.value(&random, 1))
                    }
                    if members.isEmpty { continue }
                    action = .merge(
                        path: path, parts: try MergePart.parts(.object(members), at: path, readsPriorities: true))
                }
                let deliveries = state.received(.request(Request(number: number, action: action)), from: writer, now: 0)
                try Self.deliver(deliveries, to: &clients)
                for client in clients.values {
                    let truth = client.window.cut(state.data[client.path])
                    let (text, expected) = (client.text(client.value), client.text(truth))
                    #expect(text == expected, "\(client.path) \(client.window) after \(number), \(Seed.note)")
                    if text != expected { return }
                }
            }
        }

        private static func deliver(_ deliveries: [BackendState.Delivery], to clients: inout [PortID: Client]) throws {
            for delivery in deliveries {
                for port in delivery.ports {
                    if case .message(.push(let push)) = delivery.event { try clients[port]?.accept(push) }
                }
            }
        }
    }
#endif
