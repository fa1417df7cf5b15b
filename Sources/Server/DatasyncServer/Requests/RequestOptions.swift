#if Server
    import DatasyncTree
    import NIOHTTP1

    /// The options of a request for data: the query, and the form of the response.
    struct RequestOptions: Sendable {
        enum Form: String, Sendable {
            case plain
            case pretty
            /// A response without content.
            case silent
        }

        let form: Form
        /// Whether to return only the keys of the children.
        let isShallow: Bool
        /// Whether to return the beginning of each child instead of its value.
        let isPreview: Bool
        /// Whether to return priorities.
        let isExport: Bool
        let timeout: Duration?
        /// Whether a read need not wait for what other servers have acknowledged.
        let isStale: Bool
        /// The limit of a write's size; `nil` for the usual limits only.
        let writeSizeLimit: WriteSizeLimit?
        let window: Window
        /// The session whose messages a stream shows; `nil` for all.
        let session: Int?

        /// Reads the parameters of a request.
        ///
        /// - Throws: ``RequestFailure`` with status 400 and the faulty parameter.
        init(_ target: RequestTarget) throws(RequestFailure) {
            for name in ["download", "callback"] where target[name] != nil {
                throw RequestFailure(.badRequest, "The parameter \(name) is not supported; leave it out.")
            }
            switch target["print"] {
            case nil: form = .plain
            case "pretty"?: form = .pretty
            case "silent"?: form = .silent
            case let other?: throw Self.wrong("print", other, "pretty or silent")
            }
            switch target["shallow"] {
            case nil, "false"?: isShallow = false
            case "true"?: isShallow = true
            case let other?: throw Self.wrong("shallow", other, "true")
            }
            switch target["preview"] {
            case nil, "false"?: isPreview = false
            case "true"?: isPreview = true
            case let other?: throw Self.wrong("preview", other, "true")
            }
            switch target["format"] {
            case nil: isExport = false
            case "export"?: isExport = true
            case let other?: throw Self.wrong("format", other, "export")
            }
            switch target["stale"] {
            case nil, "false"?: isStale = false
            case "true"?: isStale = true
            case let other?: throw Self.wrong("stale", other, "true")
            }
            timeout = try target["timeout"].map { text throws(RequestFailure) in try Self.timeout(text) }
            writeSizeLimit = try target["writeSizeLimit"].map { text throws(RequestFailure) in
                guard let limit = WriteSizeLimit(rawValue: text) else {
                    throw Self.wrong("writeSizeLimit", text, "tiny, small, medium, large or unlimited")
                }
                return limit
            }
            window = try Self.window(target)
            session = try target["session"].map { text throws(RequestFailure) in
                guard let number = Int(text) else {
                    throw Self.wrong("session", text, "a number of the list of sessions")
                }
                return number
            }
            if isShallow, !window.isDefault || isExport {
                throw RequestFailure(
                    .badRequest, "The parameter shallow cannot be combined with a query or with format.")
            }
            if isPreview, isShallow || isExport || !window.isDefault && window.order != .key {
                throw RequestFailure(
                    .badRequest,
                    "The parameter preview cannot be combined with shallow, with format, or with an order other than \"$key\"."
                )
            }
        }

        private static func wrong(_ name: String, _ value: String, _ remedy: String) -> RequestFailure {
            RequestFailure(.badRequest, "The parameter \(name) is \(value.quoted(atMost: 40)); use \(remedy).")
        }

        /// Reads a time such as `500ms`, `3s` or `2min`; at most 15 minutes.
        private static func timeout(_ text: String) throws(RequestFailure) -> Duration {
            let units: [(String, Int)] = [("ms", 1), ("min", 60_000), ("s", 1000)]
            for (unit, factor) in units where text.hasSuffix(unit) {
                guard let number = Int(text.dropLast(unit.count)), number > 0, number <= 900_000 / factor else { break }
                return .milliseconds(number * factor)
            }
            throw wrong("timeout", text, "a time up to 15 minutes, such as 500ms, 3s or 2min")
        }

        // MARK: The query

        private static let constraints = [
            "startAt", "startAfter", "endAt", "endBefore", "equalTo", "limitToFirst", "limitToLast",
        ]

        private static func window(_ target: RequestTarget) throws(RequestFailure) -> Window {
            guard let orderBy = target["orderBy"] else {
                if let name = constraints.first(where: { target[$0] != nil }) {
                    throw RequestFailure(
                        .badRequest, "The parameter \(name) needs an order; add orderBy=\"$key\", for example.")
                }
                return .all
            }
            do throws(DatasyncError) {
                let order = try order(orderBy)
                let start = try bound(target, inclusive: "startAt", exclusive: "startAfter")
                let end = try bound(target, inclusive: "endAt", exclusive: "endBefore")
                let (limit, side) = try limit(target)
                guard target["equalTo"] != nil else {
                    return try Window(order: order, start: start, end: end, limit: limit, side: side)
                }
                guard start == nil, end == nil else {
                    throw DatasyncError(
                        .invalidConstraint, "The parameter equalTo cannot be combined with other bounds.")
                }
                let equal = try bound(target, inclusive: "equalTo", exclusive: "equalTo")
                return try Window(order: order, start: equal, end: equal, limit: limit, side: side)
            } catch {
                throw RequestFailure(.badRequest, error.message)
            }
        }

        private static func order(_ text: String) throws(DatasyncError) -> Order {
            guard let name = (try? JSONParser.parse(text))?.string else {
                throw DatasyncError(
                    .invalidConstraint,
                    "The parameter orderBy is \(text.quoted(atMost: 40)); use a JSON string with its quotes, such as \"$key\" "
                        + "or \"age\".")
            }
            switch name {
            case "$key": return .key
            case "$value": return .value
            case "$priority": return .priority
            default: return try .child(name)
            }
        }

        /// The protocol's names that sort before and after every key.
        private static let lowestName = "[MIN_NAME]"
        private static let highestName = "[MAX_NAME]"

        /// Returns a bound: a value, optionally followed by a comma and the key of a child with this value.
        ///
        /// The range begins or ends at that child.
        private static func bound(
            _ target: RequestTarget, inclusive: String, exclusive: String
        ) throws(DatasyncError) -> BoundValue? {
            if inclusive != exclusive, target[inclusive] != nil, target[exclusive] != nil {
                throw DatasyncError(
                    .invalidConstraint,
                    "The parameters \(inclusive) and \(exclusive) cannot be combined; use one of them.")
            }
            let isInclusive = target[inclusive] != nil
            guard let text = target[inclusive] ?? target[exclusive] else { return nil }
            let parts = (try? JSONParser.parse("[\(text)]"))?.array ?? []
            let value: Primitive?
            switch parts.first?.content {
            case .null? where parts.count <= 2: value = nil
            case .boolean(let flag)? where parts.count <= 2: value = .boolean(flag)
            case .number(let number)? where parts.count <= 2: value = .number(number)
            case .string(let text)? where parts.count <= 2: value = .string(text)
            default:
                throw DatasyncError(
                    .invalidConstraint,
                    "The parameter \(isInclusive ? inclusive : exclusive) is \(text.quoted(atMost: 40)); use a JSON string with "
                        + "its quotes, a number, true, false or null, and after a comma the key of a child, if it matters."
                )
            }
            guard parts.count == 2 else { return BoundValue(value, isInclusive: isInclusive) }
            guard let key = parts[1].string else {
                throw DatasyncError(
                    .invalidConstraint,
                    "The key \(parts[1].text.quoted(atMost: 40)) in the parameter \(isInclusive ? inclusive : exclusive) is not a "
                        + "JSON string; put it into quotes.")
            }
            let isStart = inclusive == "startAt"
            switch key {
            case lowestName: return BoundValue(value, isInclusive: isStart)
            case highestName: return BoundValue(value, isInclusive: !isStart)
            default: return BoundValue(value, key: key, isInclusive: isInclusive)
            }
        }

        private static func limit(_ target: RequestTarget) throws(DatasyncError) -> (Int?, Window.Side) {
            let (first, last) = (target["limitToFirst"], target["limitToLast"])
            guard first == nil || last == nil else {
                throw DatasyncError(
                    .invalidConstraint,
                    "The parameters limitToFirst and limitToLast cannot be combined; use one of them.")
            }
            guard let text = first ?? last else { return (nil, .first) }
            guard let limit = Int(text), limit > 0 else {
                throw DatasyncError(
                    .invalidConstraint, "The limit \(text.quoted(atMost: 40)) is not a positive integer; use 1 or more."
                )
            }
            return (limit, first == nil ? .last : .first)
        }
    }
#endif
