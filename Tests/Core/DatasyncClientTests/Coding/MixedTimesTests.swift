import ClientTestSupport
import DatasyncClient
import Foundation
import Testing

@Suite("Dates beside server timestamps are reported")
struct MixedTimesTests {
    struct Message: Codable {
        var due = Date(timeIntervalSinceReferenceDate: 1)
        @ServerComputed var sentAt: Double?
    }

    struct Note: Codable {
        var text = "x"
        @ServerComputed var sentAt: Date?
    }

    let stage: CodingFixture

    init() throws { stage = try CodingFixture() }

    private func message(_ value: ServerValue?) -> Message {
        var message = Message()
        message.$sentAt = value
        return message
    }

    @Test("the first write of a type with both is reported, with path, units and remedy")
    func first() throws {
        #expect(try stage.encode(["m": message(.timestamp)]) == #"{"m":{"due":1,"sentAt":{".sv":"timestamp"}}}"#)
        let reports = stage.reports
        #expect(
            reports == [
                "/at/m/due The Date at /at/m/due is stored in seconds since 2001, and the server timestamp written with it "
                    + "in milliseconds since 1970. To store both alike, set dateEncodingStrategy of the application's "
                    + "jsonEncoder and dateDecodingStrategy of its jsonDecoder to .millisecondsSince1970."
            ])
        _ = try stage.encode(["other": message(.timestamp)])
        #expect(stage.reports == [])
        _ = try stage.merge(message(.timestamp))
        #expect(stage.reports.count == 1, "another type of value")
    }

    @Test("a server timestamp that a Date reads is reported too")
    func computed() throws {
        var note = Note()
        note.$sentAt = .timestamp
        _ = try stage.encode(note)
        let reports = stage.reports
        #expect(reports.count == 1)
        #expect(reports.first?.hasPrefix("/at/sentAt The Date") == true)
    }

    @Test("without a timestamp, or with a strategy for dates, nothing is reported")
    func silent() throws {
        _ = try stage.encode(message(nil))
        _ = try stage.encode(message(.increment(1)))
        _ = try stage.encode(["t": ServerValue.timestamp])
        stage.application.jsonEncoder.dateEncodingStrategy = .millisecondsSince1970
        _ = try stage.encode(message(.timestamp))
        #expect(stage.reports == [])
    }
}
