import DatasyncLog
import DatasyncStorage
import DatasyncTree
import DatasyncWebSocket
import Foundation

/// The directory of an offline store: the store's own files in it, and its binding to an application.
///
/// The binding is a separate file, not a record of the journal. So it is readable even if the journal is damaged, before
/// anything is set aside, and compaction cannot remove it. It is written under another name, synced and renamed: if the process
/// is killed, the old binding or the new one remains. It precedes every record, because it is written while the journal is
/// locked and before the first append.
struct StoreDirectory {
    private static let bindingName = "binding"

    let path: String
    /// The binding that the store must have; `nil` to skip the check.
    let binding: StoreBinding?
    /// Whether to bind a store with another binding again, instead of throwing an error.
    let adopts: Bool
    let fileSystem: any FileSystem

    // MARK: Checking

    /// Checks the directory before anything in it is created or changed.
    ///
    /// - Throws: ``WebcomError`` `invalidConfiguration` if it is the working, home or root directory, holds files but no
    ///   store, or holds the store of another application or back end.
    func check() throws(WebcomError) {
        for (other, name) in [
            (FileManager.default.currentDirectoryPath, "the working directory of the process"),
            (NSHomeDirectory(), "the home directory"), ("/", "the root directory"),
        ] where Self.resolved(path) == Self.resolved(other) {
            throw WebcomError(
                .invalidConfiguration,
                "The offline store cannot be in \(path), as that is \(name); use a directory of its own in the cache mode."
            )
        }
        // A directory that does not exist holds nothing.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        let isStore = names.contains { $0 == Self.bindingName || JournalLog.isSegment($0) }
        if !isStore, let foreign = names.filter({ !Self.isOwn($0) }).min() {
            throw WebcomError(
                .invalidConfiguration,
                "The directory \(path) is no offline store, but holds other files, such as \(foreign.quoted(atMost: 80)); "
                    + "use a directory of its own in the cache mode.")
        }
        try checkBinding()
    }

    private static func resolved(_ path: String) -> String {
        URL(filePath: path).resolvingSymlinksInPath().standardizedFileURL.path
    }

    private static func isOwn(_ name: String) -> Bool { name == bindingName || JournalLog.isFile(name) }

    // MARK: Binding

    private var bindingPath: String { "\(path)/\(Self.bindingName)" }

    /// Binds a store without a binding (new, or of an older version), or a store to adopt.
    ///
    /// Called while the journal is locked, before anything is appended to it.
    ///
    /// - Throws: ``WebcomError`` `invalidConfiguration` if the store has another binding; `LogError` if a file operation fails.
    func bind() throws {
        try checkBinding()
        guard let binding, try stored() != binding else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let bytes = [UInt8](try encoder.encode(binding))
        // If a killed process left a file with this name, the journal removes it.
        let temporary = bindingPath + ".temporary"
        let file = try fileSystem.open(temporary, .creating)
        try file.write(bytes, at: 0)
        try file.sync(.segment)
        try fileSystem.rename(temporary, to: bindingPath)
        try fileSystem.syncDirectory(path, .segmentName)
    }

    private func checkBinding() throws(WebcomError) {
        guard let binding, !adopts else { return }
        let bound: StoreBinding?
        do {
            bound = try stored()
        } catch {
            throw WebcomError(
                .invalidConfiguration,
                "The file \(bindingPath) does not name the application of the offline store (\(error)); set adoptStore of the "
                    + "configuration to use the store for \(binding.text), or use another directory.")
        }
        if bound == nil || bound == binding { return }
        throw WebcomError(
            .invalidConfiguration,
            "The offline store \(path) belongs to \(bound?.text ?? ""), and cannot be opened for \(binding.text), to which its "
                + "pending writes would be sent; use another directory, or set adoptStore of the configuration if the "
                + "back end has moved.")
    }

    /// Returns the store's binding; `nil` if it has none.
    private func stored() throws -> StoreBinding? {
        guard FileManager.default.fileExists(atPath: bindingPath) else { return nil }
        do {
            return try JSONDecoder().decode(StoreBinding.self, from: Data(contentsOf: URL(filePath: bindingPath)))
        } catch  where adopts {
            return nil
        }
    }

    // MARK: Setting aside

    /// Moves the store's files into a new directory next to it, and returns the path of that directory.
    func setAside() throws(WebcomError) -> String {
        do {
            let manager = FileManager.default
            var number = 1
            while manager.fileExists(atPath: "\(path).set-aside-\(number)") { number += 1 }
            let place = "\(path).set-aside-\(number)"
            try manager.createDirectory(
                atPath: place, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            // Snapshots first, then the oldest segment: if the process is killed meanwhile, the rest cannot be read as an
            // earlier version of the store, whose writes would be sent again.
            let names = try manager.contentsOfDirectory(atPath: path).filter(Self.isOwn).sorted {
                ($0.hasSuffix(".snapshot") ? 0 : 1, $0) < ($1.hasSuffix(".snapshot") ? 0 : 1, $1)
            }
            for name in names { try manager.moveItem(atPath: "\(path)/\(name)", toPath: "\(place)/\(name)") }
            return place
        } catch {
            throw WebcomError(
                .unavailable,
                "The offline store \(path) is damaged and its files cannot be moved: \(error). Move or remove them.")
        }
    }
}
