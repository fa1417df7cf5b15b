import DatasyncTree

/// The rows for memory: the bytes that one child `{v: number}` of a large list needs.
enum MemoryRows {
    static func rows(children: Int) -> [Row] {
        [
            Row(
                "memory", bed: "tree", .bytes, summary: "the bytes of a child with one field in a tree",
                reference: Reference(stage1: 329)
            ) {
                let (gauge, stopwatch) = (MemoryGauge(), Stopwatch())
                let node = ScriptValue.list(children).node
                return withExtendedLifetime(node) { sample(gauge, stopwatch, children) }
            },
            Row(
                "memory", bed: BedName.engine.rawValue, .bytes,
                summary: "the bytes of a child with one field in an engine with one listener",
                reference: Reference(stage1: 460)
            ) {
                let (gauge, stopwatch) = (MemoryGauge(), Stopwatch())
                var bed = try EngineBed(list(children))
                _ = try bed.run()
                return withExtendedLifetime(bed) { sample(gauge, stopwatch, children) }
            },
        ]
    }

    private static func list(_ children: Int) -> Script {
        var script = Script("memory", mode: .push)
        script.listen("list", .value, events: 1)
        script.operations = [.push("list", .list(children))]
        return script
    }

    private static func sample(_ gauge: MemoryGauge, _ stopwatch: Stopwatch, _ children: Int) -> Sample {
        let (wall, peak) = (stopwatch.elapsed.wall * 1000, gauge.peakGrowth)
        return Sample(value: Double(gauge.growth) / Double(children), wall: wall, peak: peak)
    }
}
