#if Server
    import ArgumentParser

    /// The command `datasync`: a server, requests to one, and tools for its data and rules.
    @main
    struct DatasyncCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "datasync",
            abstract: "A realtime database server, requests to one, and tools for its data and rules.",
            discussion: """
                The data are one tree of JSON. A path such as /contacts/ada names a node. A
                change of a node is sent to every subscriber of it, of the nodes above and of
                the nodes below.

                Start a server and try it from another terminal:

                  datasync serve
                  datasync set /contacts/ada '{"name": "Ada"}'
                  datasync watch /contacts
                  datasync push /contacts '{"name": "Grace"}'
                  datasync get /contacts --order-by name --first 10
                  datasync transaction /visits --command 'jq ". + 1"'

                The same with curl:

                  curl -X PUT -d '{"name": "Ada"}' http://127.0.0.1:9000/contacts/ada.json
                  curl 'http://127.0.0.1:9000/contacts.json?print=pretty'
                  curl -H 'Accept: text/event-stream' http://127.0.0.1:9000/contacts.json

                Serve with a configuration file, and try its rules:

                  datasync serve --config server.json
                  datasync rules check rules.json
                  datasync rules explain rules.json read /users/ada --auth '{"uid": "ada"}'
                  datasync rules deploy rules.json --token-file admin.secret

                Send events to another server:

                  datasync webhooks add /orders https://example.org/hook --events child_added

                Send the clients of a server to its peers before it is stopped:

                  datasync server drain --wait --token-file admin.secret

                Move data, and keep copies:

                  datasync export /contacts --output contacts.json
                  datasync import /contacts contacts.json
                  datasync backup default.backup --token-file admin.secret
                  datasync restore default.backup --token-file admin.secret

                Look into the directory of a server that is stopped:

                  datasync check ./datasync-data
                  datasync log ./datasync-data --count 10

                Keep the data in a database, which several servers can use, and move them there:

                  datasync migrate-database url.secret
                  datasync backup all.backup --all --data ./datasync-data
                  datasync restore all.backup --all --database url.secret
                  datasync check --database url.secret

                Results are JSON if the output is not a terminal.

                Exit codes: 0 for success, 1 for a request or a check that failed, 64 for wrong
                arguments.
                """,
            version: "1.0.0",
            groupedSubcommands: [
                CommandGroup(
                    name: "Server",
                    subcommands: [
                        ServeCommand.self, ServerCommand.self, NamespaceCommand.self, RulesCommand.self,
                        WebhooksCommand.self,
                    ]),
                CommandGroup(
                    name: "Request",
                    subcommands: [
                        GetCommand.self, SetCommand.self, UpdateCommand.self, PushCommand.self, RemoveCommand.self,
                        TransactionCommand.self, WatchCommand.self,
                    ]),
                CommandGroup(
                    name: "Document",
                    subcommands: [
                        ExportCommand.self, ImportCommand.self, BackupCommand.self, RestoreCommand.self,
                    ]),
                CommandGroup(
                    name: "Local",
                    subcommands: [
                        CheckCommand.self, LogCommand.self, MigrateDatabaseCommand.self, CompletionCommand.self,
                    ]),
            ])
    }
#else
    import Foundation

    /// The command `datasync` without its trait: explains how to build it.
    @main
    enum DatasyncCommand {
        static func main() {
            let message = """
                datasync: is built without its trait; run it so:
                swift run --traits Server datasync --help

                """
            FileHandle.standardError.write(Data(message.utf8))
            exit(2)
        }
    }
#endif
