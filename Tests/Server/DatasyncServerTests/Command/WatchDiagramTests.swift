#if Server
    import DatasyncDiagram
    import DatasyncTree
    import Testing

    @testable import datasync

    @Suite("The diagram of watch")
    struct WatchDiagramTests {
        private static func event(_ number: Int, _ data: JSON = 1) throws -> Watch.Event {
            Watch.Event(name: "set", path: try Path("/a/k\(number)"), data: data)
        }

        @Test("it has each change with its time, as text and never as markup")
        func changes() throws {
            var diagram = WatchDiagram(of: try Path("/a"), at: "http://localhost:9000")
            diagram.add(try Self.event(1, "<script>alert(1)</script>"), at: "12:00:00.001")
            diagram.add(Watch.Event(name: "merge", path: try Path("/a"), data: ["x": 2]), at: "12:00:00.002")
            let page = diagram.page
            #expect(page.contains("/a/k1 ← &quot;&lt;script&gt;alert(1)") && !page.contains("<script"))
            #expect(page.contains("12:00:00.001") && page.contains("/a ← {&quot;x&quot;:2}"))
            #expect(page.contains(DiagramStyle.text) && page.contains("2 from http://localhost:9000. "))
        }

        @Test("it has the latest 1,000 changes, and a limited part of each")
        func limits() throws {
            var diagram = WatchDiagram(of: try Path("/a"), at: "http://localhost:9000")
            let long = JSON.string(String(repeating: "ä", count: 1 << 20))
            for number in 0..<2_500 { diagram.add(try Self.event(number, number == 2_499 ? long : 1), at: "12:00:00") }
            let page = diagram.page
            #expect(page.contains("2500 from http://localhost:9000, the latest 1000 of them."))
            #expect(!page.contains("/a/k1499 ") && page.contains("/a/k1500 ") && page.contains("/a/k2499 "))
            #expect(page.utf8.count < 1_000_000 && page.contains("ä…"))
        }
    }
#endif
