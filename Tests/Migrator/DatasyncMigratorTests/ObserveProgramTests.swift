#if Migrator
    import Testing

    @testable import DatasyncMigrator

    @Suite("Programs of the observe dialect, run before and afterwards", .timeLimit(.minutes(10)))
    struct ObserveProgramTests {
        /// The line that replaces, by hand, the call that the tool leaves.
        static let configuration =
            "Webcom.setDefault(WebcomConfiguration(identifier: \"app\", platform: .embedded(in: EmbeddedBackend())))"

        @Test(
            "programs print the same afterwards; only their configuration is left",
            arguments: CorpusFile.withTargets(CorpusFile.observePrograms))
        func programs(_ file: CorpusFile, _ target: MigrationTarget) throws {
            let compiler = try Compiler()
            defer { compiler.clean() }
            let modules = try CorpusFile.observeSDK.map { try compiler.makeModule($0.text, named: $0.name) }
            let before = try compiler.output(of: file.text, named: file.name, linking: modules)
            #expect(before.isGood && before.events.count >= 5, "\(before.text.prefix(2000))")
            let style = target == .callback ? MigrationStyle.minimal : .idiomatic
            let migration = try file.migration(from: .observe, to: target, style)
            #expect(migration.leftNames == ["configure"])
            let text = migration.text.replacing("FirebaseApp.configure()", with: Self.configuration)
            let after = try compiler.output(of: text, named: "\(file.name)_\(target)")
            #expect(after.isGood, "\(after.text.prefix(2000))")
            #expect(after.events == before.events)
        }
    }
#endif
