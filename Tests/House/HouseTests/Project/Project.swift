import Foundation

/// The package that these tests belong to.
struct Project {
    let root: URL
    /// The Swift and Markdown files: the manifest, the README, those in `Sources`, `Tests`, `Migration` and `.github`.
    let files: [SourceFile]

    private static let read = Result { try Project(root: findRoot()) }
    private static let dumped = Result { try Project.current.dumpManifest() }

    /// The project, read once.
    static var current: Project {
        get throws { try read.get() }
    }

    /// The manifest of the project, dumped once.
    static var manifest: Manifest {
        get throws { try dumped.get() }
    }

    init(root: URL) throws {
        self.root = root
        var paths = ["Package.swift", "README.md"].filter {
            FileManager.default.fileExists(atPath: root.appending(path: $0).path)
        }
        for folder in ["Sources", "Tests", "Migration", ".github"] {
            let below = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
            for case let path as String in below ?? .init() where path.hasSuffix(".swift") || path.hasSuffix(".md") {
                paths.append("\(folder)/\(path)")
            }
        }
        files = try paths.sorted().compactMap { path in
            // A file that is removed while the tests run no longer belongs to the project.
            guard let bytes = FileManager.default.contents(atPath: root.appending(path: path).path) else { return nil }
            guard let text = String(bytes: bytes, encoding: .utf8) else {
                throw Command.Failure(description: "\(path) is not UTF-8. Save it as such.")
            }
            return SourceFile(path: path, text: text)
        }
    }

    var sources: [SourceFile] { files.filter(\.isSource) }

    /// Returns the names at the top level that git tracks or would add; without git, all names in the folder.
    func topLevel() throws -> Set<String> {
        let listing = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"]
        guard let known = try? Command("git", listing, in: root).output() else {
            return Set(try FileManager.default.contentsOfDirectory(atPath: root.path)).subtracting(["Package.resolved"])
        }
        let names = String(decoding: known, as: UTF8.self).split(separator: "\0").compactMap {
            $0.split(separator: "/").first.map(String.init)
        }
        return Set(names).filter { FileManager.default.fileExists(atPath: root.appending(path: $0).path) }
    }

    /// Dumps the manifest in another folder, as the test run holds the lock of the usual one.
    private func dumpManifest() throws -> Manifest {
        try Command.withTemporaryDirectory { folder in
            let words = ["package", "--scratch-path", folder.path, "dump-package"]
            return try Manifest(json: Command("swift", words, in: root).output())
        }
    }

    private static func findRoot() throws -> URL {
        var folder = URL(filePath: #filePath)
        repeat {
            folder.deleteLastPathComponent()
            if FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path) { return folder }
        } while folder.path != "/"
        throw Command.Failure(description: "No Package.swift above \(#filePath). Run the tests where they were built.")
    }
}
