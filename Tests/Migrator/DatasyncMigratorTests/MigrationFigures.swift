#if Migrator
    import Foundation
    import SwiftParser
    import SwiftSyntax
    import Testing

    @testable import DatasyncMigrator

    /// The measuring tool `Tests/Tools/Migrations/run`, which names the folder of the programs.
    @Suite("The figures of the migrator", .enabled(if: MigrationFigure.folder != nil)) struct MigrationFigures {
        private let environment = ProcessInfo.processInfo.environment

        /// A form into which programs are rewritten.
        private struct Form {
            let target: MigrationTarget
            let style: MigrationStyle

            static let all = [
                Form(target: .callback, style: .minimal), Form(target: .async, style: .minimal),
                Form(target: .async, style: .idiomatic),
            ]

            var name: String { style == .idiomatic ? "\(target), idiomatic" : "\(target)" }
        }

        @Test("every program of the folder in every form")
        func figures() throws {
            var sums: [String: MigrationFigure] = [:]
            print(MigrationFigure.head)
            for file in CorpusFile.files(below: MigrationFigure.folder ?? "") {
                let source: MigrationSource = Parser.parse(source: file.text).importsObserve ? .observe : .legacy
                for (form, figure) in try figures(of: file, from: source) {
                    print(figure.row(file.name, form))
                    sums["\(source) to \(form)", default: MigrationFigure()].add(figure)
                }
            }
            print("")
            for (name, sum) in sums.sorted(by: { $0.key < $1.key }) { print(sum.summary(name)) }
            #expect(!sums.isEmpty, "no programs in the folder")
        }

        private func figures(of file: CorpusFile, from source: MigrationSource) throws -> [(String, MigrationFigure)] {
            let compiler = try Compiler()
            defer { compiler.clean() }
            let modules =
                source == .legacy
                ? [] : try CorpusFile.observeSDK.map { try compiler.makeModule($0.text, named: $0.name) }
            let before = try compiler.output(of: file.text, named: file.name, linking: modules, within: 60)
            if !before.isGood { show("\(file.name) itself fails: \(before.text.prefix(2000))") }
            return try Form.all.map { form in
                let migration = try Migrator(from: source, to: form.target, style: form.style, seeing: [file.text])
                    .migration(of: file.text)
                var figure = MigrationFigure(migration, of: file, from: source)
                let text = migration.text.configured
                let name = "\(file.name)_\(form.target)_\(form.style)"
                keep(text, name)
                for site in migration.sites {
                    guard case .left(let reason) = site.outcome else { continue }
                    show("\(name):\(site.line): left \(site.name): \(reason)")
                }
                for text in figure.silentNames { show("\(name): silent \(text)") }
                let build = try compiler.check(text, named: name)
                figure.builds = build.isGood ? 1 : 0
                if !build.isGood { show("\(name) does not build: \(build.errors)") }
                guard before.isGood else { return (form.name, figure) }
                figure.traces = 1
                guard build.isGood else { return (form.name, figure) }
                let after = try compiler.output(of: text, named: name, within: 60)
                figure.equalTraces = after.isGood && after.events == before.events ? 1 : 0
                if figure.equalTraces == 0 { show("\(name) differs:\n\(before.text)---\n\(after.text.suffix(4000))") }
                return (form.name, figure)
            }
        }

        private func show(_ text: String) {
            if environment["VERBOSE"] != nil { print(text) }
        }

        private func keep(_ text: String, _ name: String) {
            guard let folder = environment["KEEP"] else { return }
            try? Data(text.utf8).write(to: URL(fileURLWithPath: folder).appendingPathComponent("\(name).swift"))
        }
    }

    extension Compiler.Answer {
        /// The errors of the compiler, without the code around them.
        fileprivate var errors: String {
            text.split(separator: "\n").filter { $0.contains("error:") }.prefix(20).joined(separator: "\n")
        }
    }

    extension String {
        /// The text with what a person writes: the configuration, and nothing for a cache on disk.
        fileprivate var configured: String {
            replacing("FirebaseApp.configure()", with: ObserveProgramTests.configuration)
                .replacing(/[^\n]*\.(isPersistenceEnabled|persistenceCacheSizeBytes) = [^\n]*\n/, with: "")
        }
    }
#endif
