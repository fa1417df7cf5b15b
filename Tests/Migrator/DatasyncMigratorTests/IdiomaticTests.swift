#if Migrator
    import Testing

    @testable import DatasyncMigrator

    @Suite("Rewriting in the idiomatic style") struct IdiomaticTests {
        private func migration(_ source: String, _ style: MigrationStyle = .idiomatic) throws -> Migration {
            let source = "import DatasyncLegacy\n" + source
            return try Migrator(to: .async, style: style, seeing: [source]).migration(of: source)
        }

        @Test("each row is rewritten", arguments: IdiomaticRow.all + IdiomaticRow.variables + IdiomaticRow.values)
        func row(_ row: IdiomaticRow) throws {
            let migration = try migration(row.legacy)
            let lines = migration.text.split(separator: "\n", omittingEmptySubsequences: false)
            let body = lines.drop { $0.hasPrefix("import ") }.joined(separator: "\n")
            #expect(body == row.rewritten)
            #expect(migration.leftNames.isEmpty)
        }

        @Test(
            "where the order cannot be decided, the code is as with minimal, under a note",
            arguments: IdiomaticRow.kept + IdiomaticRow.keptVariables + IdiomaticRow.keptValues)
        func kept(_ row: IdiomaticRow) throws {
            let idiomatic = try migration(row.legacy)
            let notes = idiomatic.text.matches(of: /\n *\/\/ MIGRATE: (.*)/).map { String($0.1) }
            #expect(notes.count == 1 && notes.allSatisfy { $0.hasSuffix(row.rewritten) }, "\(notes)")
            let rest = idiomatic.text.replacing(/[ ]*\/\/ MIGRATE: .*\n/, with: "")
            let minimal = try migration(row.legacy, .minimal)
            #expect(rest == minimal.text.withSupport)
            #expect(idiomatic.sites.map(\.outcome) == minimal.sites.map(\.outcome))
            let again = try Migrator(to: .async, style: .idiomatic, seeing: [idiomatic.text])
                .migration(of: idiomatic.text)
            #expect(again.text == idiomatic.text && again.leftNames.isEmpty)
        }

        @Test("the callback dialect has no idiomatic style")
        func callback() throws {
            let source =
                "import DatasyncLegacy\nfunc f(r: Webcom) async { \(IdiomaticRow.wait("r.remove { _ in c.resume() }")) }\n"
            let minimal = try Migrator(to: .callback).migration(of: source)
            #expect(try Migrator(to: .callback, style: .idiomatic).migration(of: source) == minimal)
            #expect(minimal.text.contains("withCheckedContinuation"))
        }

        @Test("a file that sets the default queue decides about all files of the module")
        func defaultQueue() throws {
            let source =
                "import DatasyncLegacy\nfunc f(r: Webcom) async { \(IdiomaticRow.wait("r.remove { _ in c.resume() }")) }\n"
            let other = "import DatasyncLegacy\nfunc g(a: WebcomApplication) { a.defaultQueue = .global() }\n"
            let migration = try Migrator(to: .async, style: .idiomatic, seeing: [source, other]).migration(of: source)
            #expect(migration.leftNames.isEmpty)
            #expect(migration.text.contains("because the application sets its default queue"))
        }

        // MARK: The corpus

        @Test("files of the corpus compile, and a second run changes nothing", .timeLimit(.minutes(30)))
        func compiles() throws {
            let compiler = try Compiler()
            defer { compiler.clean() }
            for file in CorpusFile.all {
                let migration = try file.migration(to: .async, .idiomatic)
                guard migration.text != (try file.migration(to: .async)).text else { continue }
                let answer = try compiler.check(migration.text, named: file.name)
                #expect(answer.isGood, "\(file.name): \(answer.text.prefix(2000))")
                let again = try Migrator(to: .async, style: .idiomatic, seeing: [migration.text])
                    .migration(of: migration.text)
                #expect(again.text == migration.text, "\(file.name)")
            }
        }

        @Test("programs that change print the same", .timeLimit(.minutes(30)))
        func programs() throws {
            let compiler = try Compiler()
            defer { compiler.clean() }
            var count = 0
            for file in CorpusFile.programs {
                let migration = try file.migration(to: .async, .idiomatic)
                guard migration.text.withoutNotes != (try file.migration(to: .async)).text.withoutNotes else {
                    continue
                }
                count += 1
                let before = try file.output()
                let after = try compiler.output(of: migration.text, named: "\(file.name)_idiomatic")
                #expect(before.isGood && after.isGood, "\(file.name): \(after.text.prefix(2000))")
                #expect(after.text == before.text, "\(file.name)")
            }
            #expect(count >= 3)
        }

        @Test("the calls and what is left are the same in each style")
        func calls() throws {
            for file in CorpusFile.all {
                let (minimal, idiomatic) = (try file.migration(to: .async), try file.migration(to: .async, .idiomatic))
                #expect(idiomatic.sites.map(\.line) == minimal.sites.map(\.line), "\(file.name)")
                #expect(idiomatic.leftNames == minimal.leftNames, "\(file.name)")
            }
            for file in CorpusFile.observing + CorpusFile.observePrograms {
                func sites(_ style: MigrationStyle) throws -> [Migration.Site] {
                    try file.migration(from: .observe, to: .async, style).sites
                }
                let (minimal, idiomatic) = (try sites(.minimal), try sites(.idiomatic))
                #expect(idiomatic.map(\.line) == minimal.map(\.line), "\(file.name)")
                #expect(idiomatic.map(\.outcome) == minimal.map(\.outcome), "\(file.name)")
            }
        }

        @Test("the corpus waits for operations in the idiomatic style only")
        func share() throws {
            func waits(_ style: MigrationStyle) throws -> Int {
                try CorpusFile.clients.reduce(0) { sum, file in
                    sum + (try file.migration(to: .async, style).text.matches(of: /try\?? await [a-z.(]+\(/).count)
                }
            }
            #expect(try waits(.idiomatic) >= waits(.minimal) + 15)
        }
    }

    extension String {
        fileprivate var withoutNotes: String { replacing(/[ ]*\/\/ MIGRATE: .*\n/, with: "") }

        /// The text with the import of the support module, which a file with a note has.
        fileprivate var withSupport: String {
            contains("import DatasyncLegacyToAsync")
                ? self
                : replacing("import DatasyncAsync\n", with: "import DatasyncAsync\nimport DatasyncLegacyToAsync\n")
        }
    }
#endif
