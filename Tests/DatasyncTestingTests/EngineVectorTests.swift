import DatasyncTesting
import DatasyncTree
import Foundation
import Testing

/// Tests with scripts from an independent engine of the same family, at the root and below other nodes.
struct EngineVectorTests {
    @Test(
        "every engine vector gives the same events in exact order, and the same listens",
        arguments: ["engine-basic", "engine-window"])
    func vectorsHold(file: String) throws {
        let url = try #require(Bundle.module.url(forResource: file, withExtension: "json", subdirectory: "Resources"))
        let vectors = try EngineVectorReader.vectors(in: Array(try Data(contentsOf: url)), file: file)
        #expect(vectors.count >= 100)
        for vector in vectors {
            for base in [Path.root, try Path("/foo/bar/baz")] {
                let difference = EngineVectorRun.firstDifference(of: vector, below: base)
                #expect(difference == nil)
            }
        }
    }
}
