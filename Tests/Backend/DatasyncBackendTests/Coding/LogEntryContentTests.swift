import DatasyncLog
import DatasyncTree
import DatasyncWire
import Testing

@testable import DatasyncBackend

@Suite("The description of an entry")
struct LogEntryContentTests {
    private func text(_ change: Change, hasClaims: Bool = false) throws -> String {
        let origin = Origin(session: SessionName(run: 1, number: 2))
        // The bytes alone, as a log reads them from a file.
        let entry = try LogEntry(bytes: LogEntry(origin, DatabaseEntry(change, lowestUnanswered: 0)).bytes)
        return JSON.object(try entry.describedContent(hasClaims: hasClaims)).text
    }

    private func write(_ json: JSON) throws -> Write { .set(try WriteValue(json, at: .root), at: try Path("/a")) }

    @Test("names the kind, the path and the data of a write")
    func writes() throws {
        #expect(
            try text(.write(try write(["x": 1]), expectedHash: nil))
                == #"{"kind":"set","path":"/a","data":{"x":1}}"#)
        #expect(
            try text(.write(try write(1), expectedHash: "h")) == #"{"kind":"set","path":"/a","data":1,"ifHash":"h"}"#)
        #expect(
            try text(.ownerWrite(try write([".sv": "timestamp"])))
                == #"{"kind":"set","path":"/a","data":{".sv":"timestamp"},"owner":true}"#)
        let parts = try MergePart.parts(["b/c": 1, "d": nil], at: try Path("/a"))
        let merge = Write.merge(parts, at: try Path("/a"))
        #expect(
            try text(.write(merge, expectedHash: nil)) == #"{"kind":"merge","path":"/a","data":{"b/c":1,"d":null}}"#)
        #expect(
            try text(.registerOnDisconnect(merge))
                == #"{"kind":"mergeOnDisconnect","path":"/a","data":{"b/c":1,"d":null}}"#)
        #expect(
            try text(.registerOnDisconnect(try write(1))) == #"{"kind":"setOnDisconnect","path":"/a","data":1}"#)
    }

    @Test("names the parts of every other change")
    func others() throws {
        #expect(
            try text(.refused(.permissionDenied, reason: "r"))
                == #"{"kind":"refused","status":"permission_denied","reason":"r"}"#)
        #expect(try text(.cancelOnDisconnect(try Path("/a"))) == #"{"kind":"cancelOnDisconnect","path":"/a"}"#)
        #expect(try text(.signIn(.owner)) == #"{"kind":"signIn","owner":true}"#)
        #expect(try text(.signIn(.anyone)) == #"{"kind":"signOut"}"#)
        let user = Change.signIn(.client(RuleAuth(uid: "u", provider: "p", token: ["c": 1])))
        #expect(try text(user) == #"{"kind":"signIn","user":"u","provider":"p"}"#)
        #expect(
            try text(user, hasClaims: true) == #"{"kind":"signIn","user":"u","provider":"p","token":{"c":1}}"#)
        #expect(try text(.closeSession) == #"{"kind":"closeSession"}"#)
        #expect(try text(.closeRun(.max)) == #"{"kind":"closeRun","closed":"18446744073709551615"}"#)
        #expect(try text(.startRun) == #"{"kind":"startRun"}"#)
        #expect(try text(.setRules(.open)) == #"{"kind":"setRules","source":"program","rules":null}"#)
        #expect(try text(.refused(.tooBig)) == #"{"kind":"refused","status":"too_big"}"#)
        #expect(
            try text(.setLimits(Limits()))
                == #"{"kind":"setLimits","limits":{"children":50000,"keyBytes":10485760,"string":10485760,"#
                + #""write":10485760,"listen":10485760}}"#)
    }

    @Test("is an error for bytes that cannot be read")
    func unreadable() {
        #expect(throws: DatasyncError.self) { try LogEntry(run: 1, session: 1, body: [1, 2, 99]).describedContent() }
    }
}
