import DatasyncTesting
import DatasyncTree
import Foundation
var passed = 0, failed = 0
for f in CommandLine.arguments.dropFirst() {
    let vs = try EngineVectorReader.vectors(in: Array(try Data(contentsOf: URL(fileURLWithPath: f))), file: f)
    for v in vs { for base in ["", "/foo/bar/baz"] {
        if let d = EngineVectorRun.firstDifference(of: v, below: try Path(base)) { failed += 1; print(d) } else { passed += 1 }
    } }
}
print("\(passed) passed, \(failed) failed")
