#if Server
    import DatasyncTree
    import DatasyncWire

    /// The message exchange for watching one node.
    ///
    /// Pure: each event of the connection returns the frames to send and the changes to show.
    struct Watch {
        struct Output {
            var frames: [String] = []
            var events: [Event] = []
        }

        /// A change of the node.
        struct Event {
            /// `set` or `merge`.
            let name: String
            let path: Path
            /// The new value, or the values of a merge by their relative paths.
            let data: JSON

            /// The line to print.
            var line: String {
                JSON.object([
                    JSON.Member("event", .string(name)), JSON.Member("path", .string(path.description)),
                    JSON.Member("data", data),
                ]).text
            }
        }

        private let path: Path
        private let token: String?
        private var reader = FrameReader()
        private var hasValue = false

        init(path: Path, token: String?) {
            self.path = path
            self.token = token
        }

        /// Accepts an event of the connection.
        ///
        /// - Throws: ``CommandError`` if the connection or the watch ends.
        mutating func accept(_ event: TransportEvent) throws(CommandError) -> Output {
            switch event {
            case .closed(let reason), .refused(let reason): throw CommandError(reason)
            case .frame(let frame):
                return try message(in: frame).map { message throws(CommandError) in try accept(message) } ?? Output()
            }
        }

        private mutating func message(in frame: String) throws(CommandError) -> BackendMessage? {
            do throws(DatasyncError) {
                return try reader.accept(frame, keepsZero: false).map { text throws(DatasyncError) in
                    try BackendMessage(text: text)
                }
            } catch {
                throw CommandError("The server sent a malformed message. \(error.message)")
            }
        }

        private mutating func accept(_ message: BackendMessage) throws(CommandError) -> Output {
            switch message {
            case .control(.hello):
                let signIn = token.map { Request(number: 1, action: .authenticate(credential: $0)) }
                let listen = Request(number: 2, action: .listen(path: path, window: .all, tag: nil, hash: nil))
                return Output(
                    frames: [signIn, listen].compactMap(\.self).flatMap { Frames.cut(ClientMessage.request($0).text) })
            case .control(.shutdown(let reason)): throw CommandError("The server ended the session. \(reason)")
            case .control(.reset): throw CommandError("The server asks to connect again; repeat the command.")
            case .control(.ping): return Output(frames: [ClientMessage.pong.text])
            case .control(.pong): return Output()
            case .response(let response):
                guard response.status == .ok else {
                    throw CommandError(response.reason ?? "The server refused: \(response.status.rawValue).")
                }
                // Some servers push no value if the node is null.
                guard response.number == 2, !hasValue else { return Output() }
                return show("set", path, .null)
            case .push(.set(let place, let node, _)): return show("set", place, node.json(readsArrays: true))
            case .push(.merge(let place, let children, _)):
                let members = children.map { JSON.Member($0.0.relativeText, $0.1.json(readsArrays: true)) }
                return show("merge", place, .object(members))
            case .push(.revoked(_, _, _, let reason)):
                throw CommandError("The server no longer allows reading \(path). \(reason ?? "")")
            case .push(.authenticationRevoked(_, let reason)):
                throw CommandError("The sign-in has ended. \(reason ?? "")")
            case .push(.securityDebug): return Output()
            }
        }

        private mutating func show(_ name: String, _ place: Path, _ data: JSON) -> Output {
            hasValue = true
            return Output(events: [Event(name: name, path: place, data: data)])
        }
    }
#endif
