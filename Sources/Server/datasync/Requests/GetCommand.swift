#if Server
    import ArgumentParser
    import DatasyncTree
    import Foundation

    /// Prints the value of a node.
    struct GetCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "get",
            abstract: "Print the value of a node as JSON.",
            discussion: """
                A query selects children: by their key, or by the value of a child with
                --order-by.

                  datasync get /contacts
                  datasync get /contacts --order-by name --from '"A"' --first 10
                  datasync get /contacts --keys-only
                """)

        @OptionGroup var server: ServerOptions

        @Argument(help: "The path of the node, such as /contacts/ada.")
        var path: String

        @Option(help: "The order of the query: $key, $value, $priority, or the path of a child.")
        var orderBy: String?

        @Option(help: "The first value of the query, as JSON.")
        var from: String?

        @Option(help: "The last value of the query, as JSON.")
        var to: String?

        @Option(help: "The only value of the query, as JSON.")
        var equalTo: String?

        @Option(help: "The number of children from the start.")
        var first: Int?

        @Option(help: "The number of children from the end.")
        var last: Int?

        @Flag(help: "Print only the keys of the children, each with true.")
        var keysOnly = false

        @Flag(help: "Print priorities too.")
        var export = false

        func run() async throws {
            print(try await ServerClient(server).send("GET", path, parameters).trimmingCharacters(in: .newlines))
        }

        /// The parameters of the request.
        var parameters: [(String, String)] {
            let bounds: [(String, String?)] = [
                ("startAt", from), ("endAt", to), ("equalTo", equalTo), ("limitToFirst", first.map(String.init)),
                ("limitToLast", last.map(String.init)),
            ]
            var parameters = bounds.compactMap { name, value in value.map { (name, $0) } }
            if let order = orderBy ?? (parameters.isEmpty ? nil : "$key") {
                parameters.append(("orderBy", JSON.string(order).text))
            }
            if keysOnly { parameters.append(("shallow", "true")) }
            if export { parameters.append(("format", "export")) }
            // People read a terminal, programs read a pipe.
            if isatty(1) == 1 { parameters.append(("print", "pretty")) }
            return parameters
        }
    }
#endif
