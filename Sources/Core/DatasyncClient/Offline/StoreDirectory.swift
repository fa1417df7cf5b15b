import DatasyncLog
import DatasyncStorage
import DatasyncTree
import DatasyncWebSocket
import Foundation

/// The directory of an offline store: the files in it that are the store's, and the binding to an application.
///
/// The binding is a file of its own, not a record of the journal. So it is readable when the journal is damaged, before
/// anything is set aside, and compaction cannot remove it. It is written under another name, synced and renamed: a process
/// that is killed leaves the old binding or the new one. It precedes every record, as it is written while the journal is
/// locked and before the first append.
struct StoreDirectory {
    private static let bindingName = "binding"

    let path: String
    /// The binding that the store must have; `nil` for one that is not checked.
    let binding: StoreBinding?
    /// Whether a store with another binding is bound again, in place of an error.
    let adopts: Bool
    let fileSystem: any FileSystem

    // MARK: Checking

    /// Checks the directory, before anything is created or changed in it.
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

    /// Binds a store without a binding, which is new or of an older version; also one to adopt.
    ///
    /// Called while the journal is locked, and before anything is appended to it.
    ///
    /// - Throws: ``WebcomError`` `invalidConfiguration` if the store has another binding, `LogError` of a file.
    func bind() throws {
        try checkBinding()
        guard let binding, try stored() != binding else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let bytes = [UInt8](try encoder.encode(binding))
        // The journal removes what a killed process has left under this name.
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

    /// Returns the binding of the store; `nil` if it has none.
    private func stored() throws -> StoreBinding? {
        guard FileManager.default.fileExists(atPath: bindingPath) else { return nil }
        do {
            return try JSONDecoder().decode(StoreBinding.self, from: Data(contentsOf: URL(filePath: bindingPath)))
        } catch  where adopts {
            return nil
        }
    }

    // MARK: Setting aside

    /// Moves the files of the store into a new directory next to it, and returns the path of that.
    func setAside() throws(WebcomError) -> String {
        do {
            let manager = FileManager.default
            var number = 1
            while manager.fileExists(atPath: "\(path).set-aside-\(number)") { number += 1 }
            let place = "\(path).set-aside-\(number)"
            try manager.createDirectory(
                atPath: place, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            // Snapshots first, then the oldest segment: if the process is killed meanwhile, the rest cannot be read as a store
            // of an earlier time, whose writes would be sent again.
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
