import DatasyncTesting
import Foundation
import Testing

@Suite("The recorder for clients in JavaScript")
struct JavaScriptRecorderTests {
    private static let node = ["/usr/bin/node", "/usr/local/bin/node", "/opt/homebrew/bin/node"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test("the file of the package is the recorder, and needs no other file")
    func file() throws {
        let text = try String(contentsOfFile: ScenarioRecorder.javaScriptFile, encoding: .utf8)
        #expect(text.contains("class ScenarioRecorder {"))
        #expect(!text.contains("require("))
        #expect(!text.contains("import "))
    }

    @Test("a recording is replayed without a difference in every dialect", .enabled(if: node != nil))
    func replay() throws {
        let client = try #require(
            Bundle.module.url(forResource: "recorded-client", withExtension: "js", subdirectory: "Resources"))
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: try #require(Self.node))
        process.arguments = [client.path, ScenarioRecorder.javaScriptFile]
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let scenarios = try ScenarioReader.scenarios(in: Array(data), file: "recorded.json")
        #expect(scenarios.count == 1)
        for scenario in scenarios { #expect(Conformance.firstDifference(in: scenario) == nil) }
        // A line that the client did not deliver is found.
        let text = String(decoding: data, as: UTF8.self)
        let wrong = text.replacing("prev=d local value=4", with: "prev=d local value=5")
        for scenario in try ScenarioReader.scenarios(in: Array(wrong.utf8), file: "recorded.json") {
            #expect(Conformance.firstDifference(in: scenario) != nil)
        }
    }
}
