import DatasyncTree
import Testing

@testable import DatasyncLive

@Suite("JSON Patch for random pairs", .timeLimit(.minutes(30)))
struct JSONPatchPropertyTests {
    @Test(
        "applying the patch to the old value gives the new one, and it is never longer than replacing everything",
        arguments: 0..<10)
    func pairs(part: Int) throws {
        var generator = RandomJSON(seed: UInt64(20_261_121 + part))
        for number in 0..<10_000 {
            let (old, new) = generator.pair()
            let patch = JSONPatch.difference(from: old, to: new)
            let whole: JSON = [["op": "replace", "path": "", "value": new]]
            let isRight = JSONTree(try JSONPatch.apply(patch, to: old)) == JSONTree(new)
            let isShort = patch.text.utf8.count <= whole.text.utf8.count
            let isEmptyWhenEqual = (patch.array ?? []).isEmpty == (JSONTree(old) == JSONTree(new))
            if isRight && isShort && isEmptyWhenEqual { continue }
            Issue.record("seed \(20_261_121 + part), pair \(number): \(old.text) to \(new.text) by \(patch.text)")
        }
    }
}
