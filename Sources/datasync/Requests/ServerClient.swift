#if Server
    import DatasyncTree
    import Foundation

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// The REST requests of the command.
    struct ServerClient {
        private let options: ServerOptions

        init(_ options: ServerOptions) { self.options = options }

        /// Sends a request, and returns the content of the response.
        ///
        /// - Throws: ``CommandError`` with the reason that the server gives.
        func send(
            _ method: String, _ path: String, _ parameters: [(String, String)] = [], body: String? = nil
        ) async throws -> String {
            var request = URLRequest(url: try url(path, parameters))
            request.httpMethod = method
            request.httpBody = body.map { Data($0.utf8) }
            if let token = options.token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
            let (data, response): (Data, URLResponse)
            do {
                (data, response) = try await URLSession.shared.data(for: request)
            } catch {
                throw CommandError(
                    "The server \(options.url) cannot be reached: \(error.localizedDescription). Start one with `datasync serve`."
                )
            }
            let text = String(decoding: data, as: UTF8.self)
            guard let status = (response as? HTTPURLResponse)?.statusCode, status < 400 else {
                let reason = (try? JSONParser.parse(text))?["error"]?.string
                throw CommandError(reason ?? "The server answered \(text.quoted(atMost: 200)).")
            }
            return text
        }

        private func url(_ path: String, _ parameters: [(String, String)]) throws -> URL {
            let node: Path
            do throws(DataError) {
                node = try Path(path, allowsPriority: true)
            } catch {
                throw CommandError(error.message)
            }
            var components = URLComponents(string: options.url)
            let segments = node.map { $0.text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" }
            components?.percentEncodedPath = "/" + segments.joined(separator: "/") + ".json"
            components?.percentEncodedQuery = (parameters + [("ns", options.namespace)]).map { name, value in
                "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
            }.joined(separator: "&")
            guard let url = components?.url else {
                throw CommandError("The address \(options.url) of the server is not valid; use http://HOST:PORT.")
            }
            return url
        }
    }
#endif
