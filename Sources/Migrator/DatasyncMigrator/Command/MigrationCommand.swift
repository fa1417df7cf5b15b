#if Migrator
    import Foundation

    /// The command-line tool `datasync-migrate`.
    ///
    /// ```swift
    /// let command = MigrationCommand(directory: "/work", output: { print($0, terminator: "") }, errors: { print($0) })
    /// let code = command.run(["--from", "legacy", "--to", "async", "--dry-run", "Sources"])
    /// ```
    public struct MigrationCommand {
        /// A function that rewrites a file's text.
        public typealias Rewriting = (String) throws(MigrationError) -> Migration
        /// A function that creates a ``Rewriting`` from one dialect into another, in a style.
        ///
        /// It receives the texts of all files that could be read.
        public typealias MakeRewriting = (MigrationSource, MigrationTarget, MigrationStyle, [String]) -> Rewriting

        private let directory: String
        private let output: (String) -> Void
        private let errors: (String) -> Void
        private let makeRewriting: MakeRewriting

        /// Creates the tool.
        ///
        /// - Parameters:
        ///   - directory: The working directory, as an absolute path.
        ///   - output: Prints to standard output; line feeds are part of the text.
        ///   - errors: Prints to standard error; line feeds are part of the text.
        ///   - makeRewriting: Creates the rewriting; ``Migrator`` by default, replaced in tests.
        public init(
            directory: String, output: @escaping (String) -> Void, errors: @escaping (String) -> Void,
            makeRewriting: @escaping MakeRewriting = {
                Migrator(from: $0, to: $1, style: $2, seeing: $3).migration
            }
        ) {
            self.directory = directory
            self.output = output
            self.errors = errors
            self.makeRewriting = makeRewriting
        }

        /// Runs the tool.
        ///
        /// - Parameter words: The command line without the tool's name.
        /// - Returns: The exit code for the shell.
        public func run(_ words: [String]) -> ExitCode {
            if Arguments.askForHelp(words) {
                output(Arguments.usage + "\n")
                return .done
            }
            do throws(Arguments.Mistake) {
                return try run(try Arguments(words))
            } catch {
                errors("datasync-migrate: \(error)\nMore: datasync-migrate --help\n")
                return .usage
            }
        }

        private func run(_ arguments: Arguments) throws(Arguments.Mistake) -> ExitCode {
            let sources = try SourceFiles(arguments.paths, in: directory)
            let modules = PackageModules(importedBy: sources.files, in: directory).files
            let named = arguments.seen.isEmpty ? [] : try SourceFiles(arguments.seen, in: directory).files
            let seen = Set(modules + named).subtracting(sources.files).sorted { $0.name < $1.name }
            let texts = seen.compactMap { file in try? file.read() }
            let reportPath = try arguments.report.map { path throws(Arguments.Mistake) in
                try place(of: "--report", path, outside: sources)
            }
            let pagePath = try arguments.page.map { path throws(Arguments.Mistake) in
                try place(of: "--html", path, outside: sources)
            }
            var plan = MigrationPlan(
                sources, from: arguments.source, to: arguments.target, style: arguments.style, seeing: texts,
                makeRewriting)
            if let place = arguments.place { return try explain(place, plan) }
            if arguments.isCheck { return check(plan, arguments.source) }
            if let pagePath { write(MigrationPage(plan.changes, to: arguments.target).text, to: pagePath) }
            if arguments.isDry {
                output(plan.diff)
            } else {
                plan.write()
                format(plan.written)
            }
            let report = plan.report
            (arguments.isDry ? errors : output)(MigrationSummary(report, isDry: arguments.isDry).text)
            if arguments.printsWarnings {
                (arguments.isDry ? errors : output)(RemainingCalls(plan.changes, isDry: arguments.isDry).text)
            }
            var hasFailed = report.files.contains { $0.failure != nil }
            if let reportPath {
                do {
                    try report.json.write(to: URL(fileURLWithPath: reportPath), options: .atomic)
                } catch {
                    errors("datasync-migrate: \(reportPath): cannot be written: \(error.localizedDescription)\n")
                    hasFailed = true
                }
            }
            return hasFailed ? .failed : report.totals.left > 0 ? .left : .done
        }

        /// Formats the written files that have a `.swift-format` configuration in their directory or above it.
        private func format(_ paths: [String]) {
            let configured = paths.filter { path in
                var folder = URL(fileURLWithPath: path).deletingLastPathComponent()
                while folder.path.count > 1 {
                    let file = folder.appendingPathComponent(".swift-format").path
                    if FileManager.default.fileExists(atPath: file) { return true }
                    folder.deleteLastPathComponent()
                }
                return false
            }
            guard !configured.isEmpty else { return }
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["swift", "format", "format", "--in-place", "--parallel"] + configured
            process.standardError = FileHandle.nullDevice
            let isRunning = (try? process.run()) != nil
            if isRunning { process.waitUntilExit() }
            if !isRunning || process.terminationStatus != 0 {
                errors("datasync-migrate: swift format failed; the files are rewritten, run it by hand\n")
            }
        }

        private func write(_ text: String, to path: String) {
            do {
                try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
            } catch {
                errors("datasync-migrate: \(path): cannot be written: \(error.localizedDescription)\n")
            }
        }

        /// Prints each call of the source dialect as a warning.
        private func check(_ plan: MigrationPlan, _ source: MigrationSource) -> ExitCode {
            let report = plan.report
            for file in report.files {
                if let failure = file.failure {
                    output("\(file.path):\(failure.line ?? 1):\(failure.column ?? 1): error: \(failure.message)\n")
                }
                for site in file.sites {
                    let reason = if case .left(let reason) = site.outcome { ", left by hand: \(reason)" } else { "" }
                    let call = "\(source.rawValue) call \(site.name)"
                    output("\(file.path):\(site.line):\(site.column): warning: \(call)\(reason)\n")
                }
            }
            return report.files.contains { $0.failure != nil } ? .failed : report.totals.sites > 0 ? .left : .done
        }

        /// Prints the calls of a line, their results, and the new lines.
        private func explain(_ place: (path: String, line: Int), _ plan: MigrationPlan) throws(Arguments.Mistake)
            -> ExitCode
        {
            let real = SourceFiles.realPath(SourceFiles.absolute(place.path, in: directory)) ?? place.path
            let name = SourceFile(path: real, below: SourceFiles.realPath(directory) ?? directory).name
            guard let change = plan.changes.first(where: { $0.name == name }) else {
                throw Arguments.Mistake(
                    description: "--explain \(place.path): not one of the files; name it, or the directory that has it")
            }
            output(LineExplanation(change, line: place.line).text)
            return change.migration.sites.contains { site in
                if case .left = site.outcome { site.line == place.line } else { false }
            } ? .left : .done
        }

        /// Returns the absolute path of the report or the page.
        ///
        /// Throws an error if no file can be created there, or if the path is one of the sources.
        private func place(
            of option: String, _ path: String, outside sources: SourceFiles
        ) throws(Arguments.Mistake) -> String {
            let absolute = SourceFiles.absolute(path, in: directory)
            let real = SourceFiles.realPath(absolute) ?? absolute
            guard !sources.files.contains(where: { $0.path == real }) else {
                throw Arguments.Mistake(
                    description: "\(option) \(path): is one of the files to rewrite; name another file")
            }
            let folder = URL(fileURLWithPath: real).deletingLastPathComponent().path
            guard SourceFiles.realPath(folder).flatMap(SourceFiles.kind) == .typeDirectory,
                SourceFiles.kind(of: real) != .typeDirectory
            else {
                throw Arguments.Mistake(
                    description: "\(option) \(path): no file can be there; name one in a directory that exists")
            }
            return real
        }
    }
#endif
