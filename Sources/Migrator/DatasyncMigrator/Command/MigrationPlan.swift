#if Migrator
    /// The results for all files, computed before any file is changed.
    struct MigrationPlan {
        private enum Entry {
            case migrated(SourceFile, text: String, Migration)
            case failed(MigrationReport.File)

            var name: String {
                switch self {
                case .migrated(let file, _, _): file.name
                case .failed(let file): file.path
                }
            }
        }

        private let source: MigrationSource
        private let target: MigrationTarget
        private var entries: [Entry]

        /// Reads all files, then computes the result for each.
        ///
        /// - Parameters:
        ///   - sources: The files to rewrite.
        ///   - source: The dialect of the files.
        ///   - target: The dialect to rewrite into.
        ///   - style: The form of the rewritten code.
        ///   - seen: The texts of files that only provide declarations.
        ///   - makeRewriting: Creates the rewriting.
        init(
            _ sources: SourceFiles, from source: MigrationSource, to target: MigrationTarget,
            style: MigrationStyle = .minimal, seeing seen: [String] = [],
            _ makeRewriting: MigrationCommand.MakeRewriting
        ) {
            self.source = source
            self.target = target
            entries = sources.failures.map(Entry.failed)
            var read: [(file: SourceFile, text: String)] = []
            for file in sources.files {
                do throws(MigrationReport.Failure) {
                    read.append((file, try file.read()))
                } catch {
                    entries.append(.failed(MigrationReport.File(path: file.name, status: .unreadable, failure: error)))
                }
            }
            if source == .observe, let blocked = Self.blocked(read, seen) {
                entries = (entries + blocked).sorted { $0.name < $1.name }
                return
            }
            let rewriting = makeRewriting(source, target, style, read.map(\.text) + seen)
            for (file, text) in read {
                do throws(MigrationError) {
                    entries.append(.migrated(file, text: text, try rewriting(text)))
                } catch {
                    let failure = MigrationReport.Failure(
                        line: error.line, column: error.column, message: "does not parse: \(error.message)")
                    entries.append(
                        .failed(MigrationReport.File(path: file.name, status: .unparsable, failure: failure)))
                }
            }
            entries.sort { $0.name < $1.name }
        }

        /// Returns the unchanged files with their blockers; `nil` if there are none.
        private static func blocked(_ read: [(file: SourceFile, text: String)], _ seen: [String]) -> [Entry]? {
            let blockers = Blockers(seeing: read.map(\.text) + seen)
            let sites = read.map { blockers.sites(in: $0.text) }
            guard sites.contains(where: { !$0.isEmpty }) else { return nil }
            return zip(read, sites).map { read, sites in
                .migrated(read.file, text: read.text, Migration(text: read.text, sites: sites))
            }
        }

        /// The old and the new text of each computed file, with its calls.
        var changes: [(name: String, old: String, migration: Migration)] {
            entries.compactMap { entry in
                guard case .migrated(let file, let text, let migration) = entry else { return nil }
                return (file.name, text, migration)
            }
        }

        /// The changes as one unified diff.
        var diff: String {
            entries.map { entry in
                guard case .migrated(let file, let text, let migration) = entry else { return "" }
                return UnifiedDiff(from: text, to: migration.text, path: file.name).text
            }.joined()
        }

        /// Writes the changed files.
        ///
        /// If a file cannot be written, only that file fails; the others are still written.
        mutating func write() {
            entries = entries.map { entry in
                guard case .migrated(let file, let text, let migration) = entry,
                    Self.isChanged(text, migration)
                else { return entry }
                do throws(MigrationReport.Failure) {
                    try file.replace(text, with: migration.text)
                    return entry
                } catch {
                    return .failed(MigrationReport.File(path: file.name, status: .unwritable, failure: error))
                }
            }
        }

        /// The paths of the files that changed.
        var written: [String] {
            entries.compactMap { entry in
                guard case .migrated(let file, let text, let migration) = entry, Self.isChanged(text, migration) else {
                    return nil
                }
                return file.path
            }
        }

        /// The report of all files, before or after ``write()``.
        var report: MigrationReport {
            MigrationReport(
                source: source, target: target,
                files: entries.map { entry in
                    switch entry {
                    case .migrated(let file, let text, let migration):
                        MigrationReport.File(
                            path: file.name, status: Self.isChanged(text, migration) ? .rewritten : .untouched,
                            sites: migration.sites)
                    case .failed(let file): file
                    }
                })
        }

        /// Returns whether the bytes differ; strings with different bytes may compare equal.
        private static func isChanged(_ text: String, _ migration: Migration) -> Bool {
            !text.utf8.elementsEqual(migration.text.utf8)
        }
    }
#endif
