import Foundation
import TestSupport
import Testing

/// Tests that the Swift blocks of every catalog page are the sample regions of its test file.
///
/// The samples of the page `X.md` are in `XSampleTests.swift` in the folder `Catalog`.
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

    /// The test files in another place than `Catalog`, by the name of the page.
    private static let otherPlaces = [
        "TestingYourApplication": (target: "DatasyncDialectTests", file: "Testing/TestingYourApplicationTests.swift"),
        // Only the tests of the trait Server can use its module.
        "Server": (target: "DatasyncServerTests", file: "Catalog/ServerSampleTests.swift"),
        "SignIn": (target: "DatasyncServerTests", file: "Catalog/SignInSampleTests.swift"),
    ]

    private static let catalog = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Catalog")

    /// The pages of all catalogs, or the reason why they cannot be read.
    private static let all = Result {
        try PackageFolder.modules.flatMap { module in
            try files(in: module).filter { $0.pathExtension == "docc" }.flatMap { catalog in
                try files(in: catalog).filter { $0.pathExtension == "md" }.map { file in
                    Page(
                        module: module.lastPathComponent, name: file.deletingPathExtension().lastPathComponent,
                        text: try String(contentsOf: file, encoding: .utf8))
                }
            }
        }
    }

    private static var pages: [Page] { (try? all.get()) ?? [] }

    private static var testedPages: [Page] {
        pages.filter { page in
            !exempt.contains { $0.covers(page) } && !SamplePage.blocks(in: page.text).isEmpty
        }
    }

    @Test("a page has the samples of its test file, block by block and in the same order", arguments: testedPages)
    func samples(_ page: Page) throws {
        let difference = SamplePage.difference(page: page.text, tests: Self.testText(of: page.name))
        let file = try Self.testFile(of: page.name).path()
        #expect(difference == nil, "\(page.module)/\(page.name): expected \(file)")
    }

    @Test("all catalogs are read, and pages with samples are found")
    func reading() throws {
        #expect(try Self.all.get().contains { $0.name == "TestingYourApplication" })
        #expect(Self.testedPages.count > 3)
    }

    @Test("every exemption covers a page with samples and gives a reason")
    func exemptions() {
        for exemption in Self.exempt {
            let covered = Self.pages.filter { exemption.covers($0) && !SamplePage.blocks(in: $0.text).isEmpty }
            #expect(!covered.isEmpty, "Remove the exemption of \(exemption.module).")
            #expect(!exemption.reason.isEmpty)
        }
    }

    @Test("every test file of samples has a page")
    func testFiles() throws {
        let names = Set(Self.testedPages.map(\.name))
        for file in try Self.files(in: Self.catalog) where file.lastPathComponent.hasSuffix("SampleTests.swift") {
            let name = file.lastPathComponent.dropLast("SampleTests.swift".count)
            #expect(names.contains(String(name)), "No page has samples of \(file.lastPathComponent).")
        }
    }

    private static func testFile(of page: String) throws -> URL {
        guard let place = otherPlaces[page] else { return catalog.appending(path: "\(page)SampleTests.swift") }
        return try PackageFolder.of(place.target).appending(path: place.file)
    }

    private static func testText(of page: String) -> String? {
        try? String(contentsOf: testFile(of: page), encoding: .utf8)
    }

    /// Returns the entries of a folder, sorted by name; none if the entry is not a folder.
    private static func files(in folder: URL) throws -> [URL] {
        guard try folder.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true else { return [] }
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .sorted { $0.path() < $1.path() }
    }
}
