import Foundation

/// The scenarios that come with the package: one file for each theme.
public enum BundledScenarios {
    /// The paths of the files, in order of their names.
    public static var files: [String] {
        Bundle.module.paths(forResourcesOfType: "json", inDirectory: "Scenarios").sorted()
    }
}
