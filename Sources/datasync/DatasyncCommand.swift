#if Server
    import ArgumentParser

    /// The command `datasync`: a server, and requests to one.
    @main
    struct DatasyncCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "datasync",
            abstract: "A realtime database server, and requests to one.",
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

                The same with curl:

                  curl -X PUT -d '{"name": "Ada"}' http://127.0.0.1:9000/contacts/ada.json
                  curl 'http://127.0.0.1:9000/contacts.json?print=pretty'
                  curl -H 'Accept: text/event-stream' http://127.0.0.1:9000/contacts.json

                Exit codes: 0 for success, 1 for a request that failed, 64 for wrong arguments.
                """,
            subcommands: [
                ServeCommand.self, GetCommand.self, SetCommand.self, UpdateCommand.self, PushCommand.self,
                RemoveCommand.self, WatchCommand.self,
            ])
    }
#else
    import Foundation

    /// The command `datasync` without its trait: says how to build it.
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
