import DatasyncWire
import Testing

@testable import DatasyncEngine

@Suite("The connection to a back end that does as it likes")
struct PlayedConnectionTests {
    private let link = PlayedLink()
    private let engine: Engine

    init() {
        engine = Engine(link: link, clock: { 0 }, random: { 1 })
        engine.enableConnection(true)
    }

    @Test(
        "after a shutdown, or a reset without another host, the next chance to connect is taken",
        arguments: [Control.shutdown(reason: "maintenance"), .reset(host: nil)])
    func again(control: Control) {
        link.greet()
        link.say(.message(.control(control)))
        link.say(.closed(reason: "closed"))
        link.say(.available)
        #expect(link.openCount == 2)
        #expect(engine.isConnectionEnabled)
    }

    @Test("a time far beyond every calendar still makes keys", arguments: [1e300, -1e300, 1e18])
    func hugeTime(time: Double) {
        link.greet(at: time)
        let keys = [engine.makePushKey(), engine.makePushKey()]
        #expect(keys[0] != keys[1])
    }
}
