import Testing

/// Tests that the Swift blocks of every catalog page are the sample regions of its test file.
///
/// The samples of the page `X.md` are in `XSampleTests.swift` in a folder `PageSamples` of the tests.
@Suite("Samples of the catalog pages")
struct SamplePageTests {
    /// A page of a catalog as the argument of a test.
    struct Page: Sendable, CustomTestStringConvertible {
        let module: String
        let name: String
        let text: String

        var testDescription: String { "\(module)/\(name)" }
    }

    /// A page, or all pages of a module, whose Swift blocks are not tested, with the reason.
    struct Exemption: Sendable {
        let module: String
        /// The name of the page; `nil` for all pages of the module.
        var page: String?
        let reason: String

        func covers(_ page: Page) -> Bool { page.module == module && self.page ?? page.name == page.name }
    }

    static let exempt = [
        Exemption(module: "DatasyncLive", reason: "Its pages are rules; scenarios and tables of cases test them."),
        Exemption(module: "DatasyncClient", page: "Coding", reason: "Its samples are fragments that do not run alone."),
    ]

    private static let suffix = "SampleTests"

    /// The pages of all catalogs.
    private static func all() throws -> [Page] {
        try Project.current.files.filter { $0.path.hasSuffix(".md") && $0.folder?.hasSuffix(".docc") == true }
            .map { Page(module: $0.module ?? "", name: $0.name, text: $0.text) }
    }

    /// The files of samples.
    private static func testFiles() throws -> [SourceFile] {
        try Project.current.files.filter {
            $0.path.hasPrefix("Tests/") && $0.folder == "PageSamples" && $0.path.hasSuffix("\(suffix).swift")
        }
    }

    private static var testedPages: [Page] {
        ((try? all()) ?? []).filter { page in
            !exempt.contains { $0.covers(page) } && !SamplePage.blocks(in: page.text).isEmpty
        }
    }

    @Test("a page has the samples of its test file, block by block and in the same order", arguments: testedPages)
    func samples(_ page: Page) throws {
        let files = try Self.testFiles().filter { $0.name == page.name + Self.suffix }
        #expect(files.count < 2, "\(files.map(\.path))")
        let difference = SamplePage.difference(page: page.text, tests: files.first?.text)
        #expect(difference == nil, "\(page.module)/\(page.name): expected PageSamples/\(page.name)\(Self.suffix).swift")
    }

    @Test("all catalogs are read, and pages with samples are found")
    func reading() throws {
        #expect(try Self.all().contains { $0.name == "TestingYourApplication" })
        #expect(Self.testedPages.count > 3)
    }

    @Test("every exemption covers a page with samples and gives a reason")
    func exemptions() throws {
        for exemption in Self.exempt {
            let covered = try Self.all().filter { exemption.covers($0) && !SamplePage.blocks(in: $0.text).isEmpty }
            #expect(!covered.isEmpty, "Remove the exemption of \(exemption.module).")
            #expect(!exemption.reason.isEmpty)
        }
    }

    @Test("every test file of samples has a page")
    func files() throws {
        let names = Set(Self.testedPages.map { $0.name + Self.suffix })
        for file in try Self.testFiles() {
            #expect(names.contains(file.name), "No page has the samples of \(file.path).")
        }
    }
}
