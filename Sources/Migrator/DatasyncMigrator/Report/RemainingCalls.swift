#if Migrator
    /// The text that `--warnings` prints: each call that is left, as a warning of the compiler.
    struct RemainingCalls {
        /// The lines, each with its line feed.
        let text: String

        /// Creates the warnings of some files.
        ///
        /// - Parameters:
        ///   - changes: The files, their old texts, and the results.
        ///   - isDry: Whether the files keep their old texts, to which the positions then refer.
        init(_ changes: [(name: String, old: String, migration: Migration)], isDry: Bool) {
            text = changes.flatMap { name, old, migration in
                migration.sites.compactMap { site -> String? in
                    guard case .left(let reason) = site.outcome else { return nil }
                    let place = isDry ? (site.line, site.column) : migration.place(of: site, in: old)
                    return "\(name):\(place.0):\(place.1): warning: \(site.name): \(reason)\n"
                }
            }.joined()
        }
    }

    extension Migration {
        /// Returns the line and column of a call in the new text.
        fileprivate func place(of site: Site, in old: String) -> (Int, Int) {
            let lines = old.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            let offset = lines.prefix(site.line - 1).reduce(site.column - 1) { $0 + $1.count + 1 }
            let before = text.utf8.prefix(maps.reduce(offset) { $1.new($0) })
            let start = before.lastIndex(of: UInt8(ascii: "\n")).map(before.index(after:)) ?? before.startIndex
            return (before.count { $0 == UInt8(ascii: "\n") } + 1, before[start...].count + 1)
        }
    }
#endif
