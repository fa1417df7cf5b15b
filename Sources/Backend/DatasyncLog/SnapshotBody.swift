import Synchronization

/// The bytes of a snapshot, in pieces, so that a large one is never in memory as a whole.
///
/// Every pass gives the same bytes, possibly in pieces of other sizes. If a pass throws, all its pieces are invalid:
/// discard them.
///
/// ```swift
/// for try await piece in snapshot.body { decoder.add(piece) }
/// ```
public struct SnapshotBody: AsyncSequence, Sendable {
    /// A function that returns the next piece of a pass, and `nil` after the last one.
    public typealias Pass = @Sendable () async throws -> [UInt8]?

    private let begin: @Sendable () -> Pass

    /// Creates a body from a function that begins a pass.
    ///
    /// - Parameter begin: Called once per pass. Passes may run at the same time on different threads.
    public init(_ begin: @escaping @Sendable () -> Pass) { self.begin = begin }

    /// Creates a body of one piece.
    public init(_ bytes: [UInt8]) {
        self.init {
            let isFirst = Atomic(true)
            return { isFirst.exchange(false, ordering: .relaxed) ? bytes : nil }
        }
    }

    /// Begins a pass.
    public func makeAsyncIterator() -> Iterator { Iterator(next: begin()) }

    /// A pass over the pieces of a snapshot.
    public struct Iterator: AsyncIteratorProtocol {
        let next: Pass

        /// Returns the next piece, and `nil` after the last one.
        public func next() async throws -> [UInt8]? { try await next() }
    }

    /// Returns all pieces as one array.
    ///
    /// - Throws: The error of the log that supplies the bytes.
    public func bytes() async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await piece in self { bytes += piece }
        return bytes
    }
}

extension SnapshotBody: CustomStringConvertible {
    /// A fixed text, because only a pass reads the bytes.
    public var description: String { "snapshot body" }
}
