#if Migrator
    import Foundation
    import SwiftParser
    import SwiftSyntax

    /// The modules of a package that files import; their declarations give types.
    struct PackageModules {
        /// The files of the imported modules, without the files to rewrite.
        private(set) var files: [SourceFile] = []

        /// Finds the modules that files import, directly or through each other, in the folders `Sources` of their packages.
        ///
        /// - Parameters:
        ///   - sources: The files to rewrite.
        ///   - directory: The working directory.
        init(importedBy sources: [SourceFile], in directory: String) {
            var known = Set(sources)
            var open = sources
            var seen: Set<String> = []
            while let file = open.popLast() {
                guard let root = Self.package(of: file.path), let text = try? file.read() else { continue }
                for module in Parser.parse(source: text).importedModules where seen.insert(root + module).inserted {
                    let folder = "\(root)/Sources/\(module)"
                    guard SourceFiles.kind(of: folder) == .typeDirectory,
                        let found = try? SourceFiles([folder], in: directory)
                    else { continue }
                    let new = found.files.filter { known.insert($0).inserted }
                    files += new
                    open += new
                }
            }
        }

        /// Returns the nearest directory above a file that has a manifest.
        private static func package(of path: String) -> String? {
            var folder = URL(fileURLWithPath: path).deletingLastPathComponent()
            while folder.path.count > 1 {
                if SourceFiles.kind(of: folder.appendingPathComponent("Package.swift").path) != nil {
                    return folder.path
                }
                folder.deleteLastPathComponent()
            }
            return nil
        }
    }

    extension SourceFileSyntax {
        /// The names of the imported modules.
        fileprivate var importedModules: [String] {
            statements.compactMap { $0.item.as(ImportDeclSyntax.self)?.path.first?.name.text }
        }
    }
#endif
