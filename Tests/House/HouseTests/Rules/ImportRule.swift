/// The rule that a file imports, of this package, only modules that its target lists in the manifest.
enum ImportRule {
    static func violations(in files: [SourceFile], manifest: Manifest) -> [Violation] {
        let modules = Set(manifest.targets.map(\.name))
        return files.flatMap { file -> [Violation] in
            guard let name = file.module, let target = manifest.target(name) else { return [] }
            let allowed = Set(target.dependencies.map(\.name))
            return file.imports.compactMap { module, line in
                let isOurs = modules.contains(module) || module.hasPrefix("Datasync")
                guard isOurs, !allowed.contains(module) else { return nil }
                return Violation(
                    "imports \(module), which is no dependency of \(name) in the manifest", at: file.place(line),
                    remedy: "Draw the arrow in Package.swift if the layers allow it; otherwise do without the import.")
            }
        }
    }
}
