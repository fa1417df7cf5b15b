#if Migrator
    import Foundation

    /// The source files that the command line's paths select.
    struct SourceFiles {
        /// The files without duplicates, sorted by name.
        private(set) var files: [SourceFile] = []
        /// The directories that could not be searched.
        private(set) var failures: [MigrationReport.File] = []

        private let directory: String

        /// Collects the files.
        ///
        /// - Parameters:
        ///   - paths: Files, which may have any name, and directories, which are searched.
        ///   - directory: The base directory for relative paths.
        /// - Throws: An error if a path does not exist, or is neither a file nor a directory.
        init(_ paths: [String], in directory: String) throws(Arguments.Mistake) {
            self.directory = Self.realPath(directory) ?? directory
            var missing: [String] = []
            for path in paths {
                guard !path.isEmpty, let real = Self.realPath(Self.absolute(path, in: directory)) else {
                    missing.append(path.isEmpty ? "\"\"" : path)
                    continue
                }
                switch Self.kind(of: real) {
                case .typeDirectory?:
                    let count = files.count + failures.count
                    search(real)
                    guard files.count + failures.count > count else {
                        throw Arguments.Mistake(
                            description: "\(path): has no Swift file; correct the name, or leave it out")
                    }
                case .typeRegular? where Self.guides[Self.suffix(of: real)] != nil:
                    let guide = Self.guides[Self.suffix(of: real)] ?? ""
                    throw Arguments.Mistake(description: "\(path): is no Swift file; leave it out, and see \(guide)")
                case .typeRegular?: files.append(SourceFile(path: real, below: self.directory))
                default:
                    throw Arguments.Mistake(description: "\(path): is neither a file nor a directory; leave it out")
                }
            }
            guard missing.isEmpty else {
                let names = missing.joined(separator: ", ")
                throw Arguments.Mistake(
                    description: "\(names): no such file or directory; correct the name, or leave it out")
            }
            files = Set(files).sorted { $0.name < $1.name }
        }

        /// The guides for code in other languages, by the suffix of its files.
        private static let guides = [
            "js": "Migration/JavaScriptToSwift.md", "mjs": "Migration/JavaScriptToSwift.md",
            "ts": "Migration/JavaScriptToSwift.md", "tsx": "Migration/JavaScriptToSwift.md",
            "jsx": "Migration/JavaScriptToSwift.md", "kt": "Migration/KotlinToSwift.md",
            "java": "Migration/KotlinToSwift.md", "m": "Migration/ObjectiveCToSwift.md",
            "mm": "Migration/ObjectiveCToSwift.md", "h": "Migration/ObjectiveCToSwift.md",
        ]

        private static func suffix(of path: String) -> String { (path as NSString).pathExtension.lowercased() }

        /// Returns the absolute form of a path from the command line.
        static func absolute(_ path: String, in directory: String) -> String {
            path.hasPrefix("/") ? path : "\(directory)/\(path)"
        }

        /// Returns the path of an existing file without symbolic links and dots; otherwise `nil`.
        static func realPath(_ path: String) -> String? {
            guard let real = realpath(path, nil) else { return nil }
            defer { free(real) }
            return String(cString: real)
        }

        /// Returns the type of the file if it exists; symbolic links are not followed.
        static func kind(of path: String) -> FileAttributeType? {
            (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
        }

        private mutating func search(_ folder: String) {
            let names: [String]
            do {
                names = try FileManager.default.contentsOfDirectory(atPath: folder)
            } catch {
                let name = SourceFile(path: folder, below: directory).name
                let failure = MigrationReport.Failure(message: "cannot be searched: \(error.localizedDescription)")
                failures.append(MigrationReport.File(path: name, status: .unreadable, failure: failure))
                return
            }
            for name in names where !name.hasPrefix(".") {
                let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
                switch Self.kind(of: path) {
                case .typeDirectory?: search(path)
                case .typeRegular? where name.hasSuffix(".swift"):
                    files.append(SourceFile(path: path, below: directory))
                default: break
                }
            }
        }
    }
#endif
