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
        datasync-migrate: is built without its trait; run it so:
        swift run --traits Migrator datasync-migrate --help

        """
    FileHandle.standardError.write(Data(message.utf8))
    exit(2)
#endif
