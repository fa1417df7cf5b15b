import Foundation

/// The folders of this package, for tests that read its files.
package enum PackageFolder {
    /// An error with the name of a folder that was not found, and a remedy.
    package struct NotFound: Error, CustomStringConvertible {
        package let description: String
    }

    /// The folder of the manifest; the root of the file system if no folder above this file has one.
    package static let root: URL = {
        var folder = URL(filePath: #filePath).deletingLastPathComponent()
        while folder.path != "/", !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path) {
            folder.deleteLastPathComponent()
        }
        return folder
    }()

    /// The folders of the modules, sorted by path; each module is in a room of `Sources`.
    package static var modules: [URL] {
        get throws { try folders(in: root.appending(path: "Sources")).flatMap(folders) }
    }

    /// Returns the folder of a module.
    ///
    /// - Throws: ``NotFound`` if no room has it; the error of reading a folder.
    package static func of(_ module: String) throws -> URL {
        guard let folder = try modules.first(where: { $0.lastPathComponent == module }) else {
            throw NotFound(description: "No \(module) in a room of \(root.path)/Sources. Run the tests where they were built.")
        }
        return folder
    }

    private static func folders(in folder: URL) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.isDirectoryKey])
            .filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
            .sorted { $0.path < $1.path }
    }
}
