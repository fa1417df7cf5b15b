#if Migrator
    import SwiftParser
    import SwiftSyntax
    import Testing

    @testable import DatasyncMigrator

    @Suite("The corpus, rewritten", .timeLimit(.minutes(30))) struct CorpusTests {
        @Test("the corpus is what it is said to be")
        func corpus() {
            #expect(CorpusFile.idioms.count >= 100)
            #expect(CorpusFile.programs.count >= 25)
            #expect(CorpusFile.adversarial.count >= 80)
            #expect(
                CorpusFile.programs.count {
                    $0.text.split(separator: "\n", omittingEmptySubsequences: false).count > 200
                } >= 5)
        }

        @Test("every file compiles afterwards; what is left of the old names stands under notes", arguments: 0..<2)
        func compiles(half: Int) throws {
            let compiler = try Compiler()
            defer { compiler.clean() }
            let files = CorpusFile.withTargets(CorpusFile.all)
            for (file, target) in files[(half * files.count / 2)..<((half + 1) * files.count / 2)] {
                try check(file, target, compiler)
            }
        }

        private func check(_ file: CorpusFile, _ target: MigrationTarget, _ compiler: Compiler) throws {
            let migration = try file.migration(to: target)
            let answer = try compiler.check(migration.text, named: file.name)
            #expect(answer.isGood, "\(file.name) to \(target): \(answer.text.prefix(2000))")
            #expect(!migration.sites.contains { $0.outcome == .left(reason: "the file could not be rewritten") })
            if migration.isGivenUp {
                // Nothing of what clients write.
                #expect(!CorpusFile.clients.contains { $0.name == file.name })
                return
            }
            // A chain of windows has one note, at times that of what it is listened to with.
            let windows = WindowChain.names
            let used = answer.deprecated.filter { Self.members.contains($0) && !windows.contains($0) }
            let noted = count(migration.leftNames)
            for (name, number) in count(used) {
                #expect(number <= noted[name, default: 0], "\(file.name) to \(target): \(name) without a note")
            }
            let hasWindows = answer.deprecated.contains(where: windows.contains)
            #expect(!hasWindows || !migration.leftNames.isEmpty, "\(file.name) to \(target)")
        }

        /// The old names that a support module still has, and that nothing else is called.
        private static let members: Set = ["on", "once", "off", "onDisconnect"]

        private func count(_ names: [String]) -> [String: Int] {
            names.reduce(into: [:]) { counts, name in counts[name, default: 0] += 1 }
        }

        @Test("programs print the same afterwards", arguments: CorpusFile.withTargets(CorpusFile.programs))
        func programs(_ file: CorpusFile, _ target: MigrationTarget) throws {
            let compiler = try Compiler()
            defer { compiler.clean() }
            let before = try file.output()
            #expect(before.isGood && before.text.split(separator: "\n").count >= 5, "\(before.text.prefix(2000))")
            let migration = try file.migration(to: target)
            #expect(!migration.isGivenUp)
            let after = try compiler.output(of: migration.text, named: "\(file.name)_\(target)")
            #expect(after.isGood)
            #expect(after.events == before.events)
            #expect(after.diagnostics == before.diagnostics)
        }

        @Test("nineteen calls of twenty are rewritten", arguments: MigrationTarget.allCases)
        func share(_ target: MigrationTarget) throws {
            let sites = try CorpusFile.clients.flatMap { try $0.migration(to: target).sites }
            let rewritten = sites.count { $0.outcome == .rewritten }
            #expect(sites.count > 1800)
            #expect(rewritten * 100 >= sites.count * 95, "\(rewritten) of \(sites.count)")
        }

        @Test("a second run changes nothing")
        func idempotence() throws {
            for (file, target) in CorpusFile.withTargets(CorpusFile.all) {
                let once = try file.migration(to: target).text
                let twice = try Migrator(to: target, seeing: [once]).migration(of: once).text
                #expect(once.utf8.elementsEqual(twice.utf8), "\(file.name)")
            }
        }

        @Test("comments stay, and each call that is left has a note", arguments: MigrationTarget.allCases)
        func comments(_ target: MigrationTarget) throws {
            for file in CorpusFile.all {
                let migration = try file.migration(to: target)
                var after = Self.comments(in: migration.text)
                let notes = after.filter { $0.hasPrefix("// MIGRATE: ") }
                for comment in Self.comments(in: file.text) {
                    let index = after.firstIndex(of: comment)
                    #expect(index != nil, "\(file.name): \(comment) is lost")
                    if let index { after.remove(at: index) }
                }
                let left = migration.leftNames
                #expect(left.isEmpty == notes.isEmpty, "\(file.name)")
                #expect(notes.count <= left.count, "\(file.name)")
                #expect(after == notes, "\(file.name): \(after)")
            }
        }

        private static func comments(in text: String) -> [String] {
            Parser.parse(source: text).tokens(viewMode: .sourceAccurate).flatMap { token in
                (Array(token.leadingTrivia) + Array(token.trailingTrivia)).compactMap { piece in
                    switch piece {
                    case .lineComment(let text), .blockComment(let text), .docLineComment(let text),
                        .docBlockComment(let text):
                        text
                    default: nil
                    }
                }
            }
        }

        @Test("what does not use the dialect stays as it is")
        func falseFriends() throws {
            let file = try #require(CorpusFile.idioms.first { $0.name == "FalseFriendsOnly" })
            for target in MigrationTarget.allCases {
                let migration = try file.migration(to: target)
                #expect(migration.sites.isEmpty)
                let lines = migration.text.split(separator: "\n", omittingEmptySubsequences: false)
                let old = file.text.split(separator: "\n", omittingEmptySubsequences: false)
                #expect(lines.filter { !$0.hasPrefix("import ") } == old.filter { !$0.hasPrefix("import ") })
            }
        }
    }

    extension Migration {
        /// Whether the file stays one of the legacy dialect.
        var isGivenUp: Bool { text.contains(/\bimport ([a-z]+ )?DatasyncLegacy\b/) }

        /// The names of what was left, in the order of the file.
        var leftNames: [String] {
            sites.compactMap { if case .left = $0.outcome { $0.name } else { nil } }
        }
    }
#endif
