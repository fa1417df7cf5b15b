/// One change of the shared state, which a server appends to a log.
///
/// Only the back end that wrote the body understands it; for a log it is bytes. A log stores ``bytes`` and restores the
/// entry with ``init(bytes:)``, or stores the parts in its own columns.
///
/// | offset | bytes | content |
/// | --- | --- | --- |
/// | 0 | 1 | version of this form, 1 |
/// | 1 | 1 | 1 if the entry has a client, otherwise 0 |
/// | 2 | 8 | run |
/// | 10 | 8 | session |
/// | 18 | 8 | number |
/// | 26 | 16 | client; absent without one |
/// | 26 or 42 | rest | body |
///
/// Numbers are in little-endian order.
public struct LogEntry: Sendable {
    /// The run of the server that appended the entry; a server never uses the same number for two runs.
    public let run: UInt64
    /// The session within the run.
    public let session: UInt64
    /// The random identifier of the client, which is a secret; `nil` for a client that does not number its writes.
    public let client: UInt128?
    /// The client's write number, or else one within the session.
    public let number: UInt64
    /// The change, in the form of the back end.
    public let body: [UInt8]
    /// The change that the body was made from; `nil` if unknown.
    ///
    /// It saves the server that appended the entry from reading the body.
    package let content: (any Sendable)?

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - run: The run of the server that appends the entry.
    ///   - session: The session within the run.
    ///   - client: The random identifier of the client, if it numbers its writes.
    ///   - number: The client's write number, or else one within the session.
    ///   - body: The change, in the form of the back end.
    public init(run: UInt64, session: UInt64, client: UInt128? = nil, number: UInt64 = 0, body: [UInt8]) {
        self.init(run: run, session: session, client: client, number: number, body: body, content: nil)
    }

    /// Creates an entry with the change that its body was made from.
    package init(
        run: UInt64, session: UInt64, client: UInt128?, number: UInt64, body: [UInt8], content: (any Sendable)?
    ) {
        self.content = content
        self.run = run
        self.session = session
        self.client = client
        self.number = number
        self.body = body
    }

    /// The version of the byte form.
    static let version: UInt8 = 1

    /// Restores an entry from its byte form.
    ///
    /// - Throws: ``LogError`` `invalidEntry` if there are too few bytes or they are not of this form, and
    ///   `newerVersion` if a newer version wrote them.
    public init(bytes: [UInt8]) throws(LogError) {
        let entry = bytes.withUnsafeBytes { buffer in
            Result { () throws(LogError) in try LogEntry(bytes: buffer) }
        }
        self = try entry.get()
    }

    /// Restores an entry from its byte form in a larger buffer.
    package init(bytes: UnsafeRawBufferPointer) throws(LogError) {
        guard let version = bytes.first, version <= Self.version else {
            guard let version = bytes.first else { throw Self.tooShort(0) }
            throw LogError(
                .newerVersion,
                "An entry has version \(version) of the byte form; this library reads up to \(Self.version). Use the "
                    + "version of the library that wrote it, or a later one.")
        }
        var reader = ByteReader(bytes)
        guard version == Self.version, reader.read(UInt8.self) != nil, let hasClient = reader.read(UInt8.self),
            hasClient <= 1
        else { throw Self.malformed }
        guard let run = reader.read(UInt64.self), let session = reader.read(UInt64.self),
            let number = reader.read(UInt64.self)
        else { throw Self.tooShort(bytes.count) }
        var client: UInt128?
        if hasClient == 1 {
            client = reader.read(UInt128.self)
            guard client != nil else { throw Self.tooShort(bytes.count) }
        }
        self.init(run: run, session: session, client: client, number: number, body: Array(reader.rest))
    }

    private static func tooShort(_ count: Int) -> LogError {
        LogError(
            .invalidEntry, "The byte form of an entry has only \(count) bytes. Pass all the bytes that were stored.")
    }

    private static let malformed = LogError(
        .invalidEntry,
        "The first two bytes of an entry are not those of its byte form. Pass the bytes exactly as they were stored.")

    /// The documented byte form of the entry.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(byteCount)
        appendBytes(to: &bytes)
        return bytes
    }

    /// The number of bytes of the byte form.
    package var byteCount: Int { 26 + (client == nil ? 0 : 16) + body.count }

    /// Appends the byte form to a buffer.
    package func appendBytes(to bytes: inout [UInt8]) {
        bytes.append(Self.version)
        bytes.append(client == nil ? 0 : 1)
        bytes.append(littleEndian: run)
        bytes.append(littleEndian: session)
        bytes.append(littleEndian: number)
        if let client { bytes.append(littleEndian: client) }
        bytes.append(contentsOf: body)
    }
}

extension LogEntry: Hashable {
    /// Returns whether two entries have the same byte form.
    public static func == (left: LogEntry, right: LogEntry) -> Bool {
        left.run == right.run && left.session == right.session && left.client == right.client
            && left.number == right.number && left.body == right.body
    }

    /// Hashes the parts of the byte form.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(run)
        hasher.combine(session)
        hasher.combine(client)
        hasher.combine(number)
        hasher.combine(body)
    }
}

extension LogEntry: CustomStringConvertible {
    /// The session, the write number and the size of the body; never the client, which is a secret.
    public var description: String { "session \(run)-\(session), number \(number), \(body.count) bytes" }
}
