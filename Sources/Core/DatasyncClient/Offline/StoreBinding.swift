import DatasyncLog
import DatasyncStorage
import DatasyncTree
import DatasyncWebSocket
import Foundation

/// The application and the back end whose data an offline store holds.
struct StoreBinding: Hashable, Codable, Sendable {
    let identifier: String
    let platform: String
}

extension StoreBinding {
    /// Makes a configuration's binding: a server counts by its address and path, a transport by its type.
    init(_ configuration: WebcomConfiguration) {
        identifier = configuration.identifier
        platform =
            switch configuration.platform.kind {
            case .embedded, .backend: "embedded"
            case .directory(let directory): "embedded at \(directory.path)"
            case .transport(let transport): "transport \(type(of: transport))"
            case .server(let url, let path):
                (try? ServerAddress(url: url, namespace: configuration.identifier, path: path))
                    .map { "\($0.isSecure ? "wss" : "ws")://\($0.authority.lowercased())\(path.rawValue)" } ?? url
            case .unknown(let text): "unknown \(text)"
            }
    }

    var text: String { "\(identifier.quoted(atMost: 80)) (\(platform))" }
}
