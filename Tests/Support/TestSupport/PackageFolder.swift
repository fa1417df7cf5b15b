package import Foundation

/// The folders of this package, for tests that read its files.
package enum PackageFolder {
    /// An error with the name of a folder that was not found, and a remedy.
    package struct NotFound: Error, CustomStringConvertible {
        package let description: String
    }

    /// The folder of the manifest; the root of the file system if no folder above this file has one.
    package static let root: URL = {
        var folder = URL(filePath: #filePath)
        repeat {
            folder.deleteLastPathComponent()
            if FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path) { break }
        } while folder.path != "/"
        return folder
    }()

    /// The folders of the modules, sorted by path.
    package static var modules: [URL] {
        get throws { try targets(below: "Sources") }
    }

    /// Returns the folder of a module or of tests.
    ///
    /// - Throws: ``NotFound`` if no room has it; the error of reading a folder.
    package static func of(_ target: String) throws -> URL {
        let folders = try modules + targets(below: "Tests")
        guard let folder = folders.first(where: { $0.lastPathComponent == target }) else {
            throw NotFound(description: "No room of \(root.path) has \(target). Run the tests where they were built.")
        }
        return folder
    }

    /// The folders of targets: each is in a room, which is a folder of `Sources` or `Tests`.
    private static func targets(below folder: String) throws -> [URL] {
        try folders(in: root.appending(path: folder)).flatMap(folders)
    }

    private static func folders(in folder: URL) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.isDirectoryKey])
            .filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
            .sorted { $0.path < $1.path }
    }
}
