import DatasyncLog
import DatasyncStorage
import DatasyncTree
import Foundation

@testable import DatasyncClient

/// An offline store whose records are written by hand, in the text of the present version or of an earlier one.
///
/// The files of the journal have had one format from the first version on.
struct OldStore {
    /// The form of the records.
    enum Form: String, CaseIterable, Sendable {
        /// From the first version on: 64 bits of the subject, and cached data without their user.
        case subjects
        /// The present one: 128 bits of issuer and subject, and a record with the user of the cached data.
        case issuers
    }

    /// The place of the first records in the files.
    enum Place: String, CaseIterable, Sendable {
        case records
        case snapshot
        /// One record with the whole state, as a store writes it after the volume was full.
        case stateRecord
    }

    /// The first 8 bytes of SHA-1 over the subject, without leading zeros.
    static let subjects = ["ann": "744cb9a9fb3d5583", "bob": "48181acd22b3edae"]
    /// The first 16 bytes of SHA-1 over the length of the issuer, the issuer and the subject.
    static let issuers = ["ann": "245b3c55403b3f630b942d763d8a5cc0", "bob": "00233a0364e27d1328d2e7e50bc2070b"]

    let form: Form

    func user(_ name: String) -> String { (form == .subjects ? Self.subjects : Self.issuers)[name] ?? "-" }

    /// The record of a write that became pending; the request is a put or a merge.
    func wrote(_ number: Int, _ user: String, _ action: String, _ path: String, _ json: String) -> String {
        "1 wrote\n\(number)\n\(self.user(user))\n"
            + #"{"t":"d","d":{"r":0,"a":"\#(action)","b":{"p":"\#(path)","d":\#(json)}}}"#
    }

    /// The record of data that the back end has sent.
    static func cached(_ path: String, _ json: String) -> String {
        "1 cached\n" + #"{"t":"d","d":{"r":0,"a":"q","b":{"p":"\#(path)","h":""}}}"# + "\n"
            + #"{"t":"d","d":{"a":"d","b":{"p":"\#(path)","d":\#(json)}}}"#
    }

    /// The record of the user of the data that follow; none in the first form.
    func caching(_ name: String) -> [String] { form == .subjects ? [] : ["1 caching\n\(user(name))"] }

    /// Returns the byte form of records: each after its length in four bytes.
    static func bytes(_ records: [String]) -> [UInt8] {
        records.flatMap { record in
            let count = UInt32(record.utf8.count)
            return (0..<4).map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) } + Array(record.utf8)
        }
    }

    /// Makes the store in a directory, without a binding.
    ///
    /// `later`: The records that follow the first ones.
    static func make(_ first: [String], _ place: Place, later: [String] = [], in directory: String) throws {
        let journal = try JournalLog(
            directory: directory, options: JournalLog.Options(), fileSystem: SystemFileSystem(),
            executors: JournalExecutors(
                writer: { $0() }, reader: { $0() }, background: { $0() }, runLater: { _, _ in }),
            clock: { LogTime(1_000) }, diagnostic: { _ in })
        let namespace = try LogNamespace("offline")
        func append(_ body: [UInt8]) {
            journal.append([LogEntry(run: 1, session: 1, body: body)], to: namespace) { _ in }
        }
        switch place {
        case .records: for record in first { append(Array(record.utf8)) }
        case .stateRecord: append(Array("state\n".utf8) + bytes(first))
        case .snapshot:
            // The snapshot replaces the record.
            append(Array(Self.cached("/replaced", "1").utf8))
            let position = LogPosition(incarnation: journal.incarnation, number: 1)
            journal.store(bytes(first), at: position, LogTime(1_000), of: namespace) { _ in }
        }
        for record in later { append(Array(record.utf8)) }
        journal.close {}
    }
}
