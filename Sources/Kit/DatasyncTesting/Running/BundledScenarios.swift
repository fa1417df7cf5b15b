import Foundation

/// The scenario files of the package, one for each theme.
public enum BundledScenarios {
    /// The paths of the files, sorted by name.
    public static var files: [String] {
        Bundle.module.paths(forResourcesOfType: "json", inDirectory: "Scenarios").sorted()
    }

    /// Reads the scenarios of all files.
    package static func scenarios() throws -> [Scenario] {
        try files.flatMap { file in
            try ScenarioReader.scenarios(in: Array(try Data(contentsOf: URL(filePath: file))), file: file)
        }
    }

    /// The path of the JSON schema for scenario files, for editors and for programs that write scenarios.
    ///
    /// The schema describes members and types. ``ScenarioReader`` also checks ids, rules and the values of the data model.
    public static var schemaFile: String {
        Bundle.module.bundleURL.appending(path: "Schema/scenario-1.schema.json").path
    }
}
