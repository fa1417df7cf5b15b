import DatasyncTesting
import Foundation
var passed = 0, failed = 0
for f in CommandLine.arguments.dropFirst() {
    let vs = try ScenarioReader.scenarios(in: Array(try Data(contentsOf: URL(fileURLWithPath: f))), file: (f as NSString).lastPathComponent)
    for v in vs {
        if let d = Conformance.firstDifference(in: v) { failed += 1; print(d) } else { passed += 1 }
    }
}
print("\(passed) passed, \(failed) failed")
