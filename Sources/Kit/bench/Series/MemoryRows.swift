import DatasyncTree

/// The rows for memory: the bytes that one child `{v: number}` of a large list needs.
enum MemoryRows {
    /// The way in which the children arrive.
    private enum Arrival: String, CaseIterable {
        /// All children at once.
        case bulk
        /// One child after another.
        case single
    }

    static func rows(children: Int) -> [Row] {
        Arrival.allCases.flatMap { arrival in
            [
                Row(
                    "memory", bed: "tree", mode: arrival.rawValue, .bytes,
                    summary: "the bytes of a child with one field in a tree",
                    reference: arrival == .single ? Reference(stage1: 329) : .none
                ) {
                    let (gauge, heap, stopwatch) = (MemoryGauge(), HeapGauge(), Stopwatch())
                    let node = node(children, arrival)
                    return withExtendedLifetime(node) { sample(gauge, heap, stopwatch, children) }
                },
                Row(
                    "memory", bed: BedName.engine.rawValue, mode: arrival.rawValue, .bytes,
                    summary: "the bytes of a child with one field in an engine with one listener",
                    reference: arrival == .single ? Reference(stage1: 460) : .none
                ) {
                    let (gauge, heap, stopwatch) = (MemoryGauge(), HeapGauge(), Stopwatch())
                    var bed = try EngineBed(list(children, arrival))
                    _ = try bed.run()
                    return withExtendedLifetime(bed) { sample(gauge, heap, stopwatch, children) }
                },
            ]
        }
    }

    private static func node(_ children: Int, _ arrival: Arrival) -> Node {
        guard arrival == .single else { return ScriptValue.list(children).node }
        var node = Node.null
        for index in 0..<children {
            node.set(ScriptValue.record(Double(index)).node, at: Path([Key(unchecked: ScriptValue.key(index))]))
        }
        return node
    }

    private static func list(_ children: Int, _ arrival: Arrival) -> Script {
        var script = Script("memory", mode: .push)
        script.listen("list", .value, events: 1)
        script.operations =
            switch arrival {
            case .bulk: [.push("list", .list(children))]
            case .single: (0..<children).map { .push("list/\(ScriptValue.key($0))", .record(Double($0))) }
            }
        return script
    }

    private static func sample(
        _ gauge: MemoryGauge, _ heap: HeapGauge, _ stopwatch: Stopwatch, _ children: Int
    ) -> Sample {
        Sample(
            value: Double(heap.growth) / Double(children), wall: stopwatch.elapsed.wall * 1000, peak: gauge.peakGrowth)
    }
}
