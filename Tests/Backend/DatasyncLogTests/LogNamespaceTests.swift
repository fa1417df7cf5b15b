import DatasyncLog
import Testing

@Suite("Namespaces and positions")
struct LogNamespaceTests {
    @Test("names are compared by their bytes")
    func bytes() throws {
        let (composed, decomposed) = (try LogNamespace("\u{E9}"), try LogNamespace("e\u{301}"))
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed, try LogNamespace("\u{E9}")]).count == 2)
    }

    @Test("an empty or too long name is an error", arguments: [0, 513, 2_000])
    func length(count: Int) {
        #expect(
            throws: LogError(
                .invalidNamespace, "The name of the namespace has \(count) bytes. Use a name of 1 to 512 bytes.")
        ) { try LogNamespace(String(repeating: "a", count: count)) }
    }

    @Test("a later incarnation is after all positions of an earlier one")
    func order() {
        let positions = [(1, 1), (1, 2), (2, 0), (2, 1)].map { LogPosition(incarnation: $0.0, number: $0.1) }
        #expect(positions.shuffled().sorted() == positions)
        #expect(positions.map(\.description) == ["1-1", "1-2", "2-0", "2-1"])
    }
}
