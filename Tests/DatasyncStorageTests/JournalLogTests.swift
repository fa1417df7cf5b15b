import DatasyncConcurrency
import DatasyncLog
import DatasyncStorage
import DatasyncTesting
import Testing

@Suite("The journal on a simulated disk")
struct JournalLogTests {
    @Test("delivers what it has written, and again after a clean close")
    func reopened() throws {
        let disk = SimulatedDisk(seed: 1)
        var fixture = try JournalFixture(disk)
        try fixture.follow()
        try fixture.append("a", "b")
        try fixture.append("c")
        #expect(try fixture.received() == ["a", "b", "c"])
        #expect(fixture.close())
        fixture = try JournalFixture(disk)
        try fixture.append("d")
        try fixture.follow()
        try fixture.append("e")
        #expect(try fixture.received() == ["a", "b", "c", "d", "e"])
        #expect(fixture.reports.all == [])
    }
}
