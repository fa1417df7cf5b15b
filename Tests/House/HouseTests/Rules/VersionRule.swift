/// The rule that other packages are allowed in every version from a lower bound up to a major version.
///
/// A package with one version only keeps every application from another version of it, also from one with a correction.
enum VersionRule {
    static func violations(in manifest: Manifest) -> [Violation] {
        (manifest.dependencies ?? []).compactMap { package in
            guard let range = package.range else {
                return violation("not a range of versions", of: package)
            }
            if isMajor(range.upperBound) { return nil }
            return violation("the versions end at \(range.upperBound), within a major version", of: package)
        }
    }

    private static func violation(_ what: String, of package: Manifest.Package) -> Violation {
        Violation(
            what, at: "Package.swift, \(package.name)",
            remedy: "Write `from: \"…\"` with the version that the gate builds, or a range up to a major version.")
    }

    /// Returns whether a version is the first of its major version.
    private static func isMajor(_ version: String) -> Bool { version.hasSuffix(".0.0") }
}
