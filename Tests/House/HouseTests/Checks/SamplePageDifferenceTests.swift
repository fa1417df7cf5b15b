import Testing

/// Tests of the comparison that ``SamplePageTests`` applies to the pages.
@Suite("Comparison of a page with its samples")
struct SamplePageDifferenceTests {
    private let page = """
        # A page

        ```swift
        let one = 1
        if one > 0 {
            print(one)
        }
        ```

        ```
        swift test
        ```

        ```swift
        let two = 2
        ```
        """

    private let tests = """
        func test() {
            // sample: one
            let one = 1
            if one > 0 {
                print(one)
            }
            // end of sample
            // sample: two
            let two = 2
            // end of sample
        }
        """

    @Test("a page with the regions of its test file has no difference")
    func equal() {
        #expect(SamplePage.difference(page: page, tests: tests) == nil)
        #expect(SamplePage.blocks(in: page).count == 2)
        #expect(SamplePage.regions(in: tests).last == "let two = 2\n")
    }

    @Test("a changed block is a difference that names the block")
    func changed() {
        let changed = page.replacing("let two = 2", with: "let two = 3")
        #expect(SamplePage.difference(page: changed, tests: tests)?.hasPrefix("Block 2 differs") == true)
    }

    @Test("blocks in another order are a difference")
    func reordered() {
        let reordered = "```swift\nlet two = 2\n```\n" + page
        #expect(SamplePage.difference(page: reordered, tests: tests)?.hasPrefix("Block 1 differs") == true)
    }

    @Test("a further block, and a further region, are differences")
    func counts() {
        let further = page + "\n```swift\nlet three = 3\n```"
        #expect(SamplePage.difference(page: further, tests: tests)?.contains("3 Swift blocks") == true)
        let moreTests = tests + "\n// sample: three\nlet three = 3\n// end of sample\n"
        #expect(SamplePage.difference(page: page, tests: moreTests)?.contains("has 3 regions") == true)
    }

    @Test("an unclosed block, and a region without an end, are differences")
    func unclosed() {
        let unclosed = page.replacing("    print(one)\n}\n```", with: "    print(one)\n}")
        #expect(SamplePage.difference(page: unclosed, tests: tests) != nil)
        let endless = tests.replacing("    // end of sample\n}", with: "}")
        #expect(SamplePage.difference(page: page, tests: endless) != nil)
    }

    @Test("a language in other letters counts as Swift")
    func languages() {
        #expect(SamplePage.blocks(in: "``` Swift\nlet one = 1\n```") == ["let one = 1\n"])
    }

    @Test("a page with Swift blocks and without a test file is a difference, one without blocks is not")
    func missing() {
        #expect(SamplePage.difference(page: page, tests: nil)?.contains("no test file") == true)
        #expect(SamplePage.difference(page: "# A page", tests: nil) == nil)
    }
}
