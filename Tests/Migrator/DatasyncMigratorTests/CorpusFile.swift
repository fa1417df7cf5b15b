#if Migrator
    import Foundation
    import TestSupport
    import Testing

    @testable import DatasyncMigrator

    /// A file of the corpus: code of an older dialect as clients have it.
    struct CorpusFile: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String

        private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Corpus")

        static let idioms = files(in: "Idioms")
        static let programs = files(in: "Programs")
        /// Written to break the tool: much in them cannot be decided.
        static let adversarial = files(in: "Adversarial")
        /// Programs of the observe dialect.
        static let observing = files(in: "Observe")
        /// Programs of the observe dialect that run on a stand-in for its SDK.
        static let observePrograms = files(in: "ObservePrograms")
        /// The modules of the stand-in for that SDK, over the legacy dialect; each imports only those before it.
        static let observeSDK = ["FirebaseCore", "FirebaseDatabase", "Firebase"].compactMap { name in
            files(in: "ObserveSDK").first { $0.name == name }
        }
        /// Written as clients are.
        static let clients = idioms + programs
        static let all = clients + adversarial

        private static func files(in part: String) -> [CorpusFile] {
            let folder = folder.appendingPathComponent(part)
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            return names.filter { $0.hasSuffix(".swift.txt") }.sorted().compactMap { name in
                let data = FileManager.default.contents(atPath: folder.appendingPathComponent(name).path)
                return data.map {
                    CorpusFile(
                        name: String(name.dropLast(".swift.txt".count)), text: String(decoding: $0, as: UTF8.self))
                }
            }
        }

        /// Returns the programs of a folder and its subfolders.
        static func files(below path: String) -> [CorpusFile] {
            let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
            return names.filter { $0.hasSuffix(".swift.txt") }.sorted().compactMap { name in
                let file = URL(fileURLWithPath: path).appendingPathComponent(name)
                return FileManager.default.contents(atPath: file.path).map {
                    CorpusFile(
                        name: String(file.lastPathComponent.dropLast(".swift.txt".count)),
                        text: String(decoding: $0, as: UTF8.self))
                }
            }
        }

        /// Returns each file with each target in the long form; otherwise with one of them, and its neighbours with the other.
        static func withTargets(_ files: [CorpusFile]) -> [(CorpusFile, MigrationTarget)] {
            let targets = MigrationTarget.allCases
            return files.enumerated().flatMap { index, file in
                (LongForm.isWanted ? targets : [targets[index % targets.count]]).map { (file, $0) }
            }
        }

        var testDescription: String { name }

        /// Returns the result for the file if it is the only file of its module.
        func migration(
            from source: MigrationSource = .legacy, to target: MigrationTarget, _ style: MigrationStyle = .minimal
        ) throws -> Migration {
            try Self.migrations.answer(to: Question(text: text, source: source, target: target, style: style)) {
                try Migrator(from: source, to: target, style: style, seeing: [text]).migration(of: text)
            }
        }

        /// Returns what the program prints before it is rewritten.
        func output() throws -> Compiler.Answer {
            try Self.outputs.answer(to: name) {
                let compiler = try Compiler()
                defer { compiler.clean() }
                return try compiler.output(of: text, named: name)
            }
        }

        private struct Question: Hashable {
            let text: String
            let source: MigrationSource
            let target: MigrationTarget
            let style: MigrationStyle
        }

        private static let migrations = Memo<Question, Migration>()
        private static let outputs = Memo<String, Compiler.Answer>()
    }
#endif
