import Testing

@Suite("The README")
struct ReadmeRuleTests {
    private let command = "```sh\nswift test\n```\n"

    @Test("the project's README is short and has the command that runs the tests")
    func project() throws {
        try expectNone(ReadmeRule.violations(in: Project.current.files))
    }

    @Test("a missing README is found")
    func missing() {
        #expect(
            ReadmeRule.violations(in: []) == [
                Violation(
                    "is missing", at: "README.md", remedy: "Write it: what this is, how to use it, how to test it.")
            ])
    }

    @Test("a README above 150 lines is found")
    func long() {
        let text = command + String(repeating: "\n", count: 147)
        #expect(ReadmeRule.violations(in: [SourceFile(path: "README.md", text: text)]) == [])
        #expect(
            ReadmeRule.violations(in: [SourceFile(path: "README.md", text: text + "\n")]) == [
                Violation(
                    "151 lines, more than 150", at: "README.md",
                    remedy: "Move what only few need to the page of a catalog that treats it.")
            ])
    }

    @Test("a line above 120 characters is found, unless it belongs to a table or to code")
    func wide() {
        let (fits, long) = (String(repeating: "x", count: 120), String(repeating: "x", count: 121))
        let text = "\(fits)\n\(long)\n| \(long) |\n```\n\(long)\n```\n" + command
        #expect(
            ReadmeRule.violations(in: [SourceFile(path: "README.md", text: text)]) == [
                Violation(
                    "121 characters, more than 120", at: "README.md:2", remedy: "Break the line, or say it shorter.")
            ])
    }

    @Test("a README with the command only in running text is found")
    func silent() {
        let file = SourceFile(path: "README.md", text: "```sh\nswift build\n```\nswift test\n")
        #expect(
            ReadmeRule.violations(in: [file]) == [
                Violation(
                    "no line of a code block begins with `swift test`", at: "README.md",
                    remedy: "Show the command that runs the tests: the gate takes it from there.")
            ])
    }
}
