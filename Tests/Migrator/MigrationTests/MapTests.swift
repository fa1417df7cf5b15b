import Foundation
import Testing

@Suite("The map of symbols", .timeLimit(.minutes(30)))
struct MapTests {
    /// The modules whose symbols are mapped, and those that `import DatasyncAsync` makes visible.
    private static let mapped = ["DatasyncLegacy", "DatasyncCallback"]
    private static let visible = [
        "DatasyncAsync", "DatasyncClient", "DatasyncPromise", "DatasyncLive", "DatasyncWire",
    ]
    /// The symbol graphs, extracted once.
    private static let extracted = Result { try SymbolGraph.extract(mapped + visible) }

    private func graphs() throws -> (mapped: [SymbolGraph], visible: [SymbolGraph]) {
        let all = try Self.extracted.get()
        return (Array(all.prefix(Self.mapped.count)), Array(all.dropFirst(Self.mapped.count)))
    }

    private func map() throws -> SymbolMap { try SymbolMap.ofPackage() }

    @Test("every public symbol of the older dialects has a row")
    func rows() throws {
        let (mapped, visible) = try graphs()
        #expect(mapped.allSatisfy { $0.counts.count > 50 }, "symbols were extracted")
        expectNone(try map().withoutRow(mapped, candidates: visible))
    }

    @Test("every row has a public symbol, and each symbol one row")
    func symbols() throws {
        expectNone(try map().withoutSymbol(graphs().mapped))
    }

    @Test("every counterpart is a public symbol that DatasyncAsync exports")
    func counterparts() throws {
        expectNone(try map().withoutCounterpart(graphs().visible))
    }

    @Test("every row has a short note")
    func notes() throws {
        expectNone(try map().illFormed())
    }

    /// Writes the missing rows, one in each line, into the file that `DATASYNC_MAP_ROWS` names; each is to be completed.
    @Test(
        "the missing rows are written to a file",
        .enabled(if: ProcessInfo.processInfo.environment["DATASYNC_MAP_ROWS"] != nil))
    func writeValues() throws {
        let path = try #require(ProcessInfo.processInfo.environment["DATASYNC_MAP_ROWS"])
        let (mapped, visible) = try graphs()
        let lines = try map().missing(mapped).sorted { $0.key < $1.key }.map {
            "    " + SymbolMap.writeValue($0.key, $0.value, visible) + ",\n"
        }
        try Data(lines.joined().utf8).write(to: URL(filePath: path))
    }

    @Test("each check finds its violations and names the symbol")
    func violations() throws {
        let (on, off) = (["Emitter", "on(_:_:)"], ["Emitter", "off()"])
        let name = { (path: [String]) in SymbolGraph.Name(module: "Old", kind: "swift.method", path: path) }
        let row = { (path: [String], counterpart: [String]?, note: String?, reason: String?, overloads: Int?) in
            SymbolMap.Row(
                module: "Old", kind: "swift.method", path: path, overloads: overloads, counterpart: counterpart,
                note: note, reason: reason)
        }
        let old = SymbolGraph(counts: [name(on): 2, name(off): 1])
        let new = SymbolGraph(
            counts: [SymbolGraph.Name(module: "New", kind: "swift.method", path: ["Node", "off()"]): 1])

        let empty = SymbolMap(rows: [])
        #expect(
            empty.withoutRow([old], candidates: [new]).map(\.description) == [
                "Old swift.method Emitter.off(): It has no row (with overloads: 1) in Migration/Map.json; add and complete "
                    + #"this one: {"module": "Old", "kind": "swift.method", "path": ["Emitter", "off()"], "#
                    + #""counterpart": ["Node", "off()"], "note": ""}"#,
                "Old swift.method Emitter.on(_:_:): It has no row (with overloads: 2) in Migration/Map.json; add and "
                    + #"complete this one: {"module": "Old", "kind": "swift.method", "path": ["Emitter", "on(_:_:)"], "#
                    + #""overloads": 2, "counterpart": null, "reason": ""}"#,
            ])
        let full = SymbolMap(rows: [
            row(on, nil, nil, "It is gone.", 2), row(off, ["Node", "off()"], "The same.", nil, nil),
        ])
        #expect(full.withoutRow([old]) == [])
        #expect(full.withoutSymbol([old]) == [])
        #expect(full.withoutCounterpart([new]) == [])
        #expect(full.illFormed() == [])
        // A new overload of a known name is a symbol without a row.
        #expect(SymbolMap(rows: [row(on, nil, nil, "It is gone.", nil)]).missing([old]) == [name(on): 2, name(off): 1])

        let stale = SymbolMap(
            rows: full.rows + [row(off, nil, nil, "Gone.", nil), row(["Emitter"], nil, nil, "Gone.", nil)])
        #expect(
            stale.withoutSymbol([old]).map(\.description) == [
                "Old swift.method Emitter.off(): It has two rows; remove one.",
                "Old swift.method Emitter: There is no such public symbol; remove its row.",
            ])
        #expect(
            full.withoutCounterpart([old]).map(\.description) == [
                "Old swift.method Emitter.off(): Its counterpart Node.off() is no public symbol of the async dialect."
            ])
        let long = String(repeating: "a", count: 201)
        let bad = [
            row(on, nil, "Note.", nil, nil), row(on, nil, nil, "", nil), row(on, off, nil, nil, nil),
            row(on, off, "Note.", "Reason.", nil), row(on, off, long, nil, nil), row(on, nil, nil, long, nil),
        ]
        #expect(SymbolMap(rows: bad).illFormed().map(\.place) == bad.map { _ in "Old swift.method Emitter.on(_:_:)" })
    }

    @Test("a symbol graph counts declared symbols, and those inherited from other modules of this package")
    func graph() throws {
        let symbol = { (precise: String, path: String, module: String) in
            #"{"kind": {"identifier": "swift.method"}, "identifier": {"precise": "\#(precise)"}, "#
                + #""pathComponents": ["\#(path)"], "docComment": {"module": "\#(module)"}}"#
        }
        let symbols = [
            symbol("s:on", "on", "DatasyncLegacy"), symbol("s:on2", "on", "DatasyncLegacy"),
            symbol("s:on::SYNTHESIZED::s:Live", "Live.on", "DatasyncLegacy"),
            symbol("s:each::SYNTHESIZED::s:Live", "Live.each", "DatasyncClient"),
            symbol("s:map::SYNTHESIZED::s:Live", "Live.map", "Swift"),
        ]
        let text = #"{"symbols": [\#(symbols.joined(separator: ", "))]}"#
        let graph = try SymbolGraph(module: "DatasyncLegacy", graphs: [Data(text.utf8)])
        let counts = Dictionary(uniqueKeysWithValues: graph.counts.map { ($0.key.path.joined(), $0.value) })
        #expect(counts == ["on": 2, "Live.each": 1])
    }

    @Test("modules that were not built give an error")
    func notBuilt() {
        #expect(throws: SymbolGraph.Failure.self) { try SymbolGraph.extract(["DatasyncNothing"]) }
    }
}
