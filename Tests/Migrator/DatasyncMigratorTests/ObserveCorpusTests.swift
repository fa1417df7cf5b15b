#if Migrator
    import SwiftParser
    import SwiftSyntax
    import Testing

    @testable import DatasyncMigrator

    @Suite("Programs of the observe dialect, rewritten", .timeLimit(.minutes(10))) struct ObserveCorpusTests {
        @Test("the corpus has at least twelve programs")
        func corpus() { #expect(CorpusFile.observing.count >= 12) }

        @Test("every program compiles afterwards", arguments: CorpusFile.observing, MigrationTarget.allCases)
        func compiles(_ file: CorpusFile, _ target: MigrationTarget) throws {
            let compiler = try Compiler()
            defer { compiler.clean() }
            // The only call left by hand is outside of the package: the configuration of the application.
            let migration = try file.migration(from: .observe, to: target)
            let answer = try compiler.check(migration.text, named: file.name)
            #expect(answer.isGood, "\(file.name) to \(target): \(answer.text.prefix(3000))")
            #expect(answer.deprecated.isEmpty, "\(answer.deprecated)")
        }

        @Test("nine calls of ten are rewritten", arguments: MigrationTarget.allCases)
        func share(_ target: MigrationTarget) throws {
            let sites = try CorpusFile.observing.flatMap { try $0.migration(from: .observe, to: target).sites }
            let rewritten = sites.count { $0.outcome == .rewritten }
            print("observe to \(target): \(rewritten) of \(sites.count) calls are rewritten")
            #expect(sites.count > 300)
            #expect(rewritten * 10 >= sites.count * 9, "\(rewritten) of \(sites.count)")
        }

        @Test("a second run changes nothing", arguments: MigrationTarget.allCases)
        func idempotence(_ target: MigrationTarget) throws {
            for file in CorpusFile.observing {
                let once = try file.migration(from: .observe, to: target).text
                let twice = try Migrator(from: .observe, to: target, seeing: [once]).migration(of: once).text
                #expect(once.utf8.elementsEqual(twice.utf8), "\(file.name)")
            }
        }

        @Test("no name of the dialect and no comment is lost without a note", arguments: MigrationTarget.allCases)
        func rest(_ target: MigrationTarget) throws {
            for file in CorpusFile.observing {
                let migration = try file.migration(from: .observe, to: target)
                let comments = Parser.parse(source: migration.text).comments.map(\.text)
                for comment in Parser.parse(source: file.text).comments.map(\.text) {
                    #expect(comments.contains(comment), "\(file.name): \(comment) is lost")
                }
                let notes = comments.count { $0.hasPrefix(Migration.notePrefix) }
                #expect((notes == 0) == migration.leftNames.isEmpty, "\(file.name)")
            }
        }
    }
#endif
