#if Migrator
    import DatasyncMigrator
    import Foundation

    let command = MigrationCommand(
        directory: FileManager.default.currentDirectoryPath,
        output: { print($0, terminator: "") },
        errors: { FileHandle.standardError.write(Data($0.utf8)) })
    exit(command.run(Array(CommandLine.arguments.dropFirst())).rawValue)
#else
    import Foundation

    let message = """
        datasync-migrate: is built without its trait Migrator. In a clone of its package, run
            swift run --traits Migrator datasync-migrate --help
        In a package that depends on it, add traits: ["Migrator"] to the dependency in Package.swift, and run
            swift package --allow-writing-to-package-directory migrate-datasync --from legacy --to async

        """
    FileHandle.standardError.write(Data(message.utf8))
    exit(2)
#endif
