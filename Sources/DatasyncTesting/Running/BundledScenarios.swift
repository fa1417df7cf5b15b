import Foundation

/// The scenario files of the package, one for each theme.
public enum BundledScenarios {
    /// The paths of the files, sorted by name.
    public static var files: [String] {
        Bundle.module.paths(forResourcesOfType: "json", inDirectory: "Scenarios").sorted()
    }
}
