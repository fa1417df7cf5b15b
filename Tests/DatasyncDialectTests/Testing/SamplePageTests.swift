import Foundation
import Testing

/// Tests that the page "Testing your application" has the code of `TestingYourApplicationTests.swift`.
@Suite("Samples of the page on testing")
struct SamplePageTests {
    private static let (opening, ending) = ("// sample: ", "// end of sample")
    private let page: String
    private let tests: String

    init() throws {
        let file = URL(filePath: #filePath)
        let package = file.deletingLastPathComponent().appending(path: "../../..").standardizedFileURL
        let catalog = "Sources/DatasyncClient/DatasyncClient.docc"
        page = try String(
            contentsOf: package.appending(path: "\(catalog)/TestingYourApplication.md"), encoding: .utf8)
        tests = try String(
            contentsOf: file.deletingLastPathComponent().appending(path: "TestingYourApplicationTests.swift"),
            encoding: .utf8)
    }

    @Test("the page has the samples block by block, in the same order")
    func order() {
        let (blocks, samples) = (blocks(), samples())
        #expect(!samples.isEmpty)
        #expect(blocks == samples)
    }

    /// Returns the Swift blocks of the page.
    private func blocks() -> [String] {
        page.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
    }

    /// Returns the regions of the test file, without the indentation that their lines share.
    private func samples() -> [String] {
        var samples: [String] = []
        var region: [Substring]?
        for line in tests.split(separator: "\n", omittingEmptySubsequences: false) {
            let words = line.trimmingCharacters(in: .whitespaces)
            if words.hasPrefix(Self.opening) {
                region = []
            } else if words == Self.ending, let lines = region {
                let indentation = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
                samples.append(lines.map { $0.dropFirst(indentation) + "\n" }.joined())
                region = nil
            } else {
                region?.append(line)
            }
        }
        return samples
    }
}
