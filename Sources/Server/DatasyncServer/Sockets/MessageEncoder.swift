#if Server
    import DatasyncConcurrency
    import DatasyncTree
    import DatasyncWebSocket
    import DatasyncWire
    import NIOCore
    import NIOWebSocket

    /// The frames of a namespace's messages: each push is encoded once, and all its receivers share the bytes.
    ///
    /// The pushes of a write to equal queries hold the same nodes, and are delivered one after the other. So a few recent
    /// pushes are enough to find equal ones.
    final class MessageEncoder: Sendable {
        /// The number of recent pushes; if a write concerns more queries of a client, some are encoded again.
        private static let capacity = 8
        /// The bytes of recent pushes above which older ones are dropped, because they hold memory until others follow.
        private static let byteLimit = 1 << 20

        private final class Encoded: Sendable {
            let push: Push
            /// The whole text without a tag, for use with other tags.
            let text: [UInt8]
            let frames: [ByteBuffer]

            init(_ push: Push, _ text: [UInt8], _ frames: [ByteBuffer]) {
                self.push = push
                self.text = text
                self.frames = frames
            }
        }

        private struct Core: Sendable {
            /// The recent pushes, the oldest first.
            var recent: [Encoded] = []
            /// The bytes of the recent texts.
            var bytes = 0

            /// Adds a push, and returns the dropped ones, which the caller releases outside the lock.
            mutating func add(_ encoded: Encoded) -> [Encoded] {
                recent.append(encoded)
                bytes += encoded.text.count
                var dropped: [Encoded] = []
                while recent.count > 1, recent.count > MessageEncoder.capacity || bytes > MessageEncoder.byteLimit {
                    let first = recent.removeFirst()
                    bytes -= first.text.count
                    dropped.append(first)
                }
                return dropped
            }
        }

        private let core = ContendedGuarded(Core())
        private let encodings: ServerMetrics.Counter

        /// Creates an encoder.
        ///
        /// - Parameter encodings: Counts the pushes that are encoded.
        init(_ encodings: ServerMetrics.Counter) { self.encodings = encodings }

        /// Returns the frames of a message.
        func frames(of message: BackendMessage) -> [ByteBuffer] {
            guard case .push(let push) = message, let tag = push.dataTag else { return Self.frames(of: message.text) }
            let known = core.withLock { $0.recent.last { $0.push.hasSameData(as: push) } }
            if let known, known.push.dataTag == tag { return known.frames }
            let text: [UInt8]
            if let known {
                text = known.text
            } else {
                encodings.increment()
                text = push.untagged.dataBytes ?? []
            }
            let frames = Self.frames(of: tag.map { Push.tagged(text, $0) } ?? text)
            let encoded = Encoded(push, text, frames)
            _ = core.withLock { $0.add(encoded) }
            return frames
        }

        private static func frames(of text: [UInt8]) -> [ByteBuffer] {
            if text.count <= Frames.limit { return [FrameBytes.frame(.text, text)] }
            return frames(of: String(decoding: text, as: UTF8.self))
        }

        private static func frames(of text: String) -> [ByteBuffer] {
            Frames.cut(text).map { FrameBytes.frame(.text, $0.utf8) }
        }
    }

    extension Push {
        /// The tag of a push with data, if it has one; `nil` for a push without data.
        fileprivate var dataTag: Int?? {
            switch self {
            case .set(_, _, let tag), .merge(_, _, let tag): .some(tag)
            case .revoked, .authenticationRevoked, .securityDebug: nil
            }
        }

        fileprivate var untagged: Push {
            switch self {
            case .set(let path, let node, _): .set(path: path, node: node, tag: nil)
            case .merge(let path, let children, _): .merge(path: path, children: children, tag: nil)
            case .revoked, .authenticationRevoked, .securityDebug: self
            }
        }

        /// Returns whether two pushes have the same nodes in memory at the same paths, ignoring tags.
        fileprivate func hasSameData(as other: Push) -> Bool {
            switch (self, other) {
            case (.set(let path, let node, _), .set(let otherPath, let otherNode, _)):
                return Self.areSame(node, otherNode) && path == otherPath
            case (.merge(let path, let children, _), .merge(let otherPath, let others, _)):
                return children.count == others.count && path == otherPath
                    && zip(children, others).allSatisfy { Self.areSame($0.1, $1.1) && $0.0 == $1.0 }
            default: return false
            }
        }

        private static func areSame(_ first: Node, _ second: Node) -> Bool {
            first.isIdentical(to: second) || (first.primitive != nil && first == second)
        }
    }
#endif
