#if Migrator
    import Foundation

    /// The results for all files.
    struct MigrationReport: Equatable {
        /// The result for one file.
        struct File: Equatable {
            enum Status: String, Encodable {
                /// The text changed, or would change in a dry run.
                case rewritten
                /// The text is unchanged.
                case untouched
                /// The file does not parse; it is unchanged.
                case unparsable
                /// The file could not be read, or is not UTF-8; it is unchanged.
                case unreadable
                /// The new text could not be written; the file is unchanged.
                case unwritable
            }

            let path: String
            let status: Status
            /// The calls of the file; empty if the file failed.
            var sites: [Migration.Site] = []
            /// The failure, if any.
            var failure: Failure?
        }

        /// The reason for a failure, and the position in the file if known.
        struct Failure: Error, Equatable, CustomStringConvertible {
            var line: Int?
            var column: Int?
            let message: String

            /// The text `line:column: message`, or only the message.
            var description: String {
                if let line, let column { "\(line):\(column): \(message)" } else { message }
            }
        }

        /// The totals over all files.
        struct Totals: Equatable, Encodable {
            var files = 0
            var changed = 0
            var sites = 0
            var rewritten = 0
            var left = 0
        }

        var source = MigrationSource.legacy
        let target: MigrationTarget
        let files: [File]

        var totals: Totals {
            files.reduce(into: Totals()) { totals, file in
                totals.files += 1
                totals.changed += file.status == .rewritten ? 1 : 0
                totals.sites += file.sites.count
                totals.rewritten += file.countOfRewritten
                totals.left += file.sites.count - file.countOfRewritten
            }
        }

        /// The report as JSON, terminated by a line feed.
        var json: Data {
            get throws {
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
                return try encoder.encode(ReportText(self)) + Data("\n".utf8)
            }
        }
    }

    extension MigrationReport.File {
        /// The number of rewritten calls.
        var countOfRewritten: Int { sites.count { $0.outcome == .rewritten } }
    }

    private struct ReportText: Encodable {
        let from: String
        let to: String
        let files: [FileText]
        let totals: MigrationReport.Totals

        init(_ report: MigrationReport) {
            from = report.source.rawValue
            to = report.target.rawValue
            files = report.files.map(FileText.init)
            totals = report.totals
        }
    }

    private struct FileText: Encodable {
        let path: String
        let status: MigrationReport.File.Status
        let sites: [SiteText]
        let error: String?

        init(_ file: MigrationReport.File) {
            path = file.path
            status = file.status
            sites = file.sites.map(SiteText.init)
            error = file.failure?.description
        }
    }

    private struct SiteText: Encodable {
        let line: Int
        let column: Int
        let name: String
        let outcome: String
        let reason: String?
        let advice: String?

        init(_ site: Migration.Site) {
            (line, column, name, advice) = (site.line, site.column, site.name, site.advice)
            switch site.outcome {
            case .rewritten: (outcome, reason) = ("rewritten", nil)
            case .left(let why): (outcome, reason) = ("left", why)
            }
        }
    }
#endif
