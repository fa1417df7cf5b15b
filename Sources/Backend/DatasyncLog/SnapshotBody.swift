import Synchronization

/// The bytes of a snapshot, in pieces, so that a large one is never in memory as a whole.
///
/// Every pass over it gives the same bytes; the sizes of the pieces may differ. A pass that throws is invalid from its
/// start: discard all its pieces.
///
/// ```swift
/// for try await piece in snapshot.body { decoder.add(piece) }
/// ```
public struct SnapshotBody: AsyncSequence, Sendable {
    /// A function that returns the next piece of a pass, and `nil` after the last one.
    public typealias Pass = @Sendable () async throws -> [UInt8]?

    private let begin: @Sendable () -> Pass

    /// Creates a body that begins a pass with a function.
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
    /// - Throws: The error of the log that the bytes come from.
    public func bytes() async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await piece in self { bytes += piece }
        return bytes
    }
}

extension SnapshotBody: CustomStringConvertible {
    /// A fixed text, as the bytes are read only by a pass.
    public var description: String { "snapshot body" }
}
