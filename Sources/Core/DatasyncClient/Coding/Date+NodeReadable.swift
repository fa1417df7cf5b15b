import DatasyncTree
import Foundation

extension Date: NodeReadable {
    static func read(from reader: NodeReader) throws -> Date {
        switch reader.pass.options.dates {
        case .deferredToDate: return try Date(from: reader)
        case .secondsSince1970: return Date(timeIntervalSince1970: try Double.read(from: reader))
        case .millisecondsSince1970: return Date(timeIntervalSince1970: try Double.read(from: reader) / 1000)
        case .iso8601:
            let text = try reader.text(for: Date.self)
            guard let date = try? Date.ISO8601FormatStyle().parse(text) else {
                throw reader.notADate("an ISO 8601 date")
            }
            return date
        // On other platforms, Foundation represents a formatter as a custom strategy.
        #if canImport(Darwin)
            case .formatted(let formatter):
                guard let date = formatter.date(from: try reader.text(for: Date.self)) else {
                    throw reader.notADate("a date of the format of the decoder's formatter")
                }
                return date
        #endif
        case .custom(let read): return try read(reader)
        @unknown default: return try Date(from: reader)
        }
    }
}

extension NodeReader {
    fileprivate func notADate(_ form: String) -> DecodingError {
        corrupted(
            Date.self, "which is not \(form)",
            remedy: "Set dateDecodingStrategy of the application's jsonDecoder, or correct the stored value.")
    }
}
