import DatasyncWire
import Testing

@testable import DatasyncEngine

@Suite("Connections to a back end with arbitrary behaviour")
struct PlayedConnectionTests {
    private let link = PlayedLink()
    private let engine: Engine

    init() {
        engine = Engine(link: link, clock: { 0 }, random: { 1 })
        engine.enableConnection(true)
    }

    @Test(
        "after a shutdown, or a reset without another host, the client connects at the next opportunity",
        arguments: [Control.shutdown(reason: "maintenance"), .reset(host: nil)])
    func again(control: Control) {
        link.greet()
        link.say(.message(.control(control)))
        link.say(.closed(reason: "closed"))
        link.say(.available)
        #expect(link.openCount == 2)
        #expect(engine.isConnectionEnabled)
    }

    @Test("a time far outside any calendar still gives keys", arguments: [1e300, -1e300, 1e18])
    func hugeTime(time: Double) {
        link.greet(at: time)
        let keys = [engine.makePushKey(), engine.makePushKey()]
        #expect(keys[0] != keys[1])
    }
}
