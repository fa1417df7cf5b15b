import DatasyncTestingInternals
import DatasyncTree
import Foundation
import Testing

/// Tests with scripts from an independent engine of the same family, and our own ones, at the root and below other
/// nodes.
struct EngineVectorTests {
    @Test(
        "every engine vector gives the same events in exact order, and the same listens",
        arguments: [
            ("engine-basic", 118), ("engine-window", 120), ("engine-full", 149), ("engine-orders", 60),
            ("engine-own", 5), ("engine-divergent", 20),
        ])
    func vectorsHold(file: String, count: Int) throws {
        let url = try #require(Bundle.module.url(forResource: file, withExtension: "json", subdirectory: "Resources"))
        let vectors = try EngineVectorReader.vectors(in: Array(try Data(contentsOf: url)), file: file)
        #expect(vectors.count == count)
        for vector in vectors {
            for base in [Path.root, try Path("/foo/bar/baz")] {
                let difference = EngineVectorRun.firstDifference(of: vector, below: base)
                #expect(difference == nil)
            }
        }
    }
}
