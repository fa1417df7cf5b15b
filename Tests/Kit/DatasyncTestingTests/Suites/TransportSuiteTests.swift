import DatasyncTesting
import DatasyncWire
import TestSupport
import Testing

@Suite("The suite of transports", .timeLimit(.minutes(30)))
struct TransportSuiteTests {
    @Test("a transport without a fault passes")
    func passes() async throws {
        let report = try await TransportSuite { backend in QueueTransport(to: backend) }.check()
        #expect(report.passed.count == 14)
        #expect(report.skipped == [])
    }

    @Test("each fault fails a rule that names it", arguments: QueueTransport.Fault.allCases)
    func faults(fault: QueueTransport.Fault) async {
        let suite = TransportSuite(timeout: 500) { backend in QueueTransport(to: backend, fault: fault) }
        let report = await suite.run()
        let rule =
            switch fault {
            case .dropsEveryTenthFrame, .swapsFrames, .losesFramesBeforeOpening:
                "frames that are sent at once after opening arrive in order"
            case .composesCharacters:
                "a frame with any text arrives unchanged, up to the longest that the library sends"
            case .ignoresClosingByClient:
                "closing by the client ends the back end's connection, after the frames sent before"
            case .ignoresClosingByBackend, .reportsClosingTwice, .deliversAfterClosing:
                "closing by the back end is reported once, after the frames sent before"
            case .sendsAfterClosing: "sending and closing after the back end has closed have no effect"
            case .overlaps: "frames of the back end arrive in order"
            }
        #expect(report.failed.map(\.rule).contains(rule), "\(report)")
    }

    @Test("a transport that cannot be made fails every rule, with its error")
    func unmade() async {
        struct Refusal: Error {}
        let report = await TransportSuite { _ in throw Refusal() }.run()
        #expect(report.passed == [])
        #expect(report.failed.allSatisfy { $0.reason.contains("Refusal") }, "\(report)")
    }
}
