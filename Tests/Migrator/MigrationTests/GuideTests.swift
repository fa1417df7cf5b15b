import Testing

@Suite("Samples and links of the guides")
struct GuideTests {
    private let folder: GuideFolder

    init() throws { folder = try GuideFolder(ofPackage: #filePath) }

    @Test("a marked block equals the file or the sample that it names")
    func blocks() {
        expectNone(folder.differences())
        #expect(folder.texts.contains { $0.blocks.count > 1 })
        // This guide contains violations.
        let pair = "import DatasyncLegacy\nimport Foundation\n\n/// A task.\nfinal class A {}\n"
        let sample = "enum E {\n    // sample: one\n    func f() {\n\n        g()\n    }\n    // end of sample\n}\n"
        let shown = { (marker: String, code: String) in
            GuideFolder(
                guides: ["G.md": "Text.\n\n<!-- \(marker) -->\n```swift\n\(code)```\n"],
                pairs: ["Pairs/A/A.swift": pair],
                samples: ["GuideSamplesA.swift": sample]
            ).differences().map(\.description)
        }
        #expect(shown("Pairs/A/A.swift", "/// A task.\nfinal class A {}\n") == [])
        #expect(shown("GuideSamplesA.swift: one", "func f() {\n\n    g()\n}\n") == [])
        #expect(
            shown("Pairs/A/A.swift", "/// A task\nfinal class A {}\n") == [
                "G.md:4: It does not show Pairs/A/A.swift as it is; copy it again."
            ])
        #expect(shown("Pairs/A/A.swift", pair).count == 1, "imports are not shown")
        #expect(shown("GuideSamplesA.swift: one", "func f() {\n    g()\n}\n").count == 1)
        #expect(
            shown("Pairs/B/B.swift", "/// A task.\nfinal class A {}\n") == [
                "G.md:4: There is nothing called Pairs/B/B.swift."
            ])
        #expect(shown("GuideSamplesA.swift: two", "func f() {}\n").count == 1)
    }

    @Test("a marker is right above its block, and a block is closed")
    func markers() {
        let complaints = { (text: String) in GuideText("G.md", text).violations.map(\.description) }
        #expect(complaints("<!-- a -->\n```swift\nlet a = 1\n```\n") == [])
        #expect(
            complaints("<!-- a -->\n\n```swift\n```\n") == ["G.md:1: The marker a has no block in the line below it."])
        #expect(complaints("Text.\n<!-- a -->") == ["G.md:2: The marker a has no block in the line below it."])
        #expect(complaints("Text.\n```swift\nlet a = 1\n") == ["G.md:2: The block is never closed."])
        #expect(complaints("* Text:\n  ```swift\n") == ["G.md:2: A fence that does not begin its line is not checked."])
    }

    @Test("every Swift block is marked")
    func unmarked() {
        expectNone(folder.unmarkedBlocks())
        let text = "```js\nf()\n```\n\n<!-- a -->\n```swift\nf()\n```\n\n```swift\ng()\n```\n```Swift\ng()\n```\n"
        let complaints = GuideFolder(guides: ["G.md": text]).unmarkedBlocks()
        #expect(complaints.map(\.place) == ["G.md:10", "G.md:13"])
    }

    @Test("every pair and every sample is in some guide")
    func shown() {
        expectNone(folder.unshown())
        #expect(folder.pairs.count > 51)
        let sample = "// sample: one\n// end of sample\n// sample: two\n// end of sample\n"
        let guide = "<!-- GuideSamplesA.swift: one -->\n```swift\n```\n<!-- Pairs/A/A.swift -->\n```swift\n```\n"
        let complaints = GuideFolder(
            guides: ["G.md": guide], pairs: ["Pairs/A/A.swift": "", "Pairs/A/B.swift": ""],
            samples: ["GuideSamplesA.swift": sample]
        ).unshown()
        #expect(
            complaints.map(\.description) == [
                "GuideSamplesA.swift: No guide shows GuideSamplesA.swift: two.",
                "Pairs/A/B.swift: No guide shows Pairs/A/B.swift.",
            ])
    }

    @Test("every link leads to a file or a heading")
    func links() {
        expectNone(folder.deadLinks())
        let text = """
            # One: two
            [a](Other.md), [b](#one-two), [c](Other.md#there), [d](Pairs/Value), [e](https://example.org), `[f](no)`
            [g](Missing.md), [h](#two)
            [i](Other.md#here), [j](Pairs/Nothing)
            """
        let complaints = GuideFolder(guides: ["G.md": text, "Other.md": "## There!\n"]) { $0 == "Pairs/Value" }
            .deadLinks()
        #expect(
            complaints.map(\.description) == [
                "G.md:3: The link to Missing.md leads nowhere.", "G.md:3: The link to #two leads nowhere.",
                "G.md:4: The link to Other.md#here leads nowhere.", "G.md:4: The link to Pairs/Nothing leads nowhere.",
            ])
    }

    @Test("every task has its three files")
    func tasks() {
        expectNone(folder.incompleteTasks())
        let pairs = ["Pairs/Contact.swift", "Pairs/A/ALegacy.swift", "Pairs/A/AAsync.swift", "Pairs/A/AnAsync.swift"]
        let complaints = GuideFolder(pairs: Dictionary(uniqueKeysWithValues: pairs.map { ($0, "") })).incompleteTasks()
        #expect(
            complaints.map(\.description) == [
                "Pairs/A: ACallback.swift is missing.", "Pairs/A: AnAsync.swift is no version of the task.",
            ])
    }

    @Test("each violation is reported as a failure with its description")
    func failures() {
        withKnownIssue {
            expectNone([GuideViolation("G.md:1", "Wrong."), GuideViolation("G.md:2", "Wrong too.")])
        } matching: { issue in
            issue.comments.contains { ["G.md:1: Wrong.", "G.md:2: Wrong too."].contains($0.rawValue) }
        }
    }
}
