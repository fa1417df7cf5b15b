#if Server
    import DatasyncDiagram
    import NIOHTTP1

    /// A file of the console, by its path.
    enum ConsolePart: String, Sendable {
        case page = "/console"
        case script = "/console/console.js"
        case style = "/console/console.css"

        /// The page loads files from this server, sends requests to it, and cannot be put into a frame.
        private static let policy =
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-ancestors 'none'; "
            + "base-uri 'none'; form-action 'none'"

        private var type: String {
            switch self {
            case .page: "text/html"
            case .script: "text/javascript"
            case .style: "text/css"
            }
        }

        private var content: [UInt8] {
            switch self {
            case .page: PackageResources.console_html
            case .script: PackageResources.console_js
            case .style: Array(DiagramStyle.text.utf8) + PackageResources.console_css
            }
        }

        /// Returns the response to a request for the file.
        func reply(to head: HTTPRequestHead, in context: ServerContext) -> Reply {
            do throws(RequestFailure) {
                guard context.configuration.servesConsole else {
                    throw RequestFailure(.notFound, "This server shows no console; start it with --console.")
                }
                guard head.method == .GET || head.method == .HEAD else {
                    throw .methodNotAllowed("The console can only be read.", allowed: "GET, HEAD, OPTIONS")
                }
                try context.origins.checkPage(head)
            } catch {
                return error.reply
            }
            var reply = Reply.empty(.ok)
            reply.headers = [
                "Content-Type": "\(type); charset=utf-8", "Cache-Control": "no-cache",
                "Content-Security-Policy": Self.policy, "X-Content-Type-Options": "nosniff",
                "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin",
                "Cross-Origin-Resource-Policy": "same-origin",
            ]
            reply.body = content
            return reply
        }
    }
#endif
