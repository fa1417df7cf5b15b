#if Server
    import DatasyncTree
    import Foundation

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// The REST requests of the command.
    struct ServerClient {
        /// A resource of the server.
        enum Resource {
            case node(Path)
            case rules
            case drain
            /// The webhooks of the namespace.
            case webhooks
            /// One webhook, by its identifier.
            case webhook(String)
            /// The list of namespaces.
            case namespaces
            /// One name in the list.
            case namespace(String)
        }

        /// The response to a request.
        struct Response {
            let status: Int
            let etag: String?
            let text: String

            /// Returns the content of a successful response.
            ///
            /// - Throws: ``CommandError`` with the server's reason.
            func content() throws(CommandError) -> String {
                if status < 400 { return text }
                let reason = (try? JSONParser.parse(text))?["error"]?.string
                throw CommandError(reason ?? "The server answered \(text.quoted(atMost: 200)).")
            }
        }

        private let options: ServerOptions

        init(_ options: ServerOptions) { self.options = options }

        /// Returns the path in a text.
        ///
        /// - Throws: ``CommandError`` if the text is not a path.
        static func path(_ text: String) throws(CommandError) -> Path {
            do throws(DatasyncError) {
                return try Path(text, allowsPriority: true)
            } catch {
                throw CommandError(error.message)
            }
        }

        /// Sends a request for a node, and returns the content of the response.
        ///
        /// - Throws: ``CommandError`` with the server's reason.
        func send(
            _ method: String, _ path: String, _ parameters: [(String, String)] = [], body: String? = nil
        ) async throws -> String {
            let node = Resource.node(try Self.path(path))
            return try await respond(method, to: node, parameters, body: body).content()
        }

        /// Sends a request, and returns its response, whatever the status.
        ///
        /// - Throws: ``CommandError`` if there is no response.
        func respond(
            _ method: String, to resource: Resource, _ parameters: [(String, String)] = [], body: String? = nil,
            headers: [String: String] = [:]
        ) async throws(CommandError) -> Response {
            // A cached response might not have the current value.
            var request = URLRequest(url: try url(resource, parameters), cachePolicy: .reloadIgnoringLocalCacheData)
            request.httpMethod = method
            request.httpBody = body.map { Data($0.utf8) }
            for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
            if let token = try options.token() {
                request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
            }
            do {
                let (data, response) = try await URLSession.shared.data(for: request)
                let head = response as? HTTPURLResponse
                return Response(
                    status: head?.statusCode ?? 500, etag: head?.value(forHTTPHeaderField: "ETag"),
                    text: String(decoding: data, as: UTF8.self))
            } catch {
                throw CommandError(
                    "The server \(options.url) cannot be reached: \(error.localizedDescription). Start one with `datasync serve`."
                )
            }
        }

        private func url(_ resource: Resource, _ parameters: [(String, String)]) throws(CommandError) -> URL {
            let segments =
                switch resource {
                case .node(let path): path.map { Self.escaped($0.text) }
                case .rules: [".settings", "rules"]
                case .drain: [".settings", "drain"]
                case .webhooks: [".settings", "webhooks"]
                case .webhook(let id): [".settings", "webhooks", Self.escaped(id)]
                case .namespaces: [".settings", "namespaces"]
                case .namespace(let name): [".settings", "namespaces", Self.escaped(name)]
                }
            var components = URLComponents(string: options.url)
            components?.percentEncodedPath = "/" + segments.joined(separator: "/") + ".json"
            components?.percentEncodedQuery = (parameters + [("ns", options.namespace)]).map { name, value in
                "\(name)=\(Self.escaped(value))"
            }.joined(separator: "&")
            guard let url = components?.url else {
                throw CommandError("The address \(options.url) of the server is not valid; use http://HOST:PORT.")
            }
            return url
        }

        private static func escaped(_ text: String) -> String {
            text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        }
    }
#endif
