#if Migrator
    import SwiftSyntax

    /// The parts of a chain of windows that has an order, or a bound or limit that names its side.
    struct OrderedWindow {
        /// A bound of the window.
        struct Bound {
            let value: ExprSyntax
            /// The key among the children with the value.
            let key: ExprSyntax?
            let isInclusive: Bool
        }

        /// The legacy methods that such chains have besides `startAt`, `endAt` and `equalTo`.
        static let names: Set = [
            "orderByChild", "orderByKey", "orderByValue", "orderByPriority", "startAfter", "endBefore", "limitToFirst",
            "limitToLast",
        ]

        private static let orders = ["orderByKey": "key", "orderByValue": "value", "orderByPriority": "priority"]

        private(set) var order: String?
        private(set) var path: ExprSyntax?
        private(set) var start: Bound?
        private(set) var end: Bound?
        /// Whether one value determines both the start and the end.
        private(set) var isEqual = false
        private(set) var limit: ExprSyntax?
        private(set) var isFirst = false

        /// Parses the calls of a chain; `nil` if a part is repeated, or if no constraint equals the chain.
        init?(_ calls: [FunctionCallExprSyntax]) {
            for call in calls {
                let name = call.name?.text ?? ""
                let arguments = call.arguments.map(\.expression)
                if let order = Self.orders[name] {
                    guard self.order == nil else { return nil }
                    self.order = ".\(order)"
                    continue
                }
                guard let first = arguments.first else { return nil }
                switch name {
                case "orderByChild" where order == nil: (order, path) = (".child", first)
                case "limitToFirst" where limit == nil, "limitToLast" where limit == nil:
                    (limit, isFirst) = (first, name == "limitToFirst")
                default:
                    let key = arguments.dropFirst().first
                    let isInclusive = name != "startAfter" && name != "endBefore"
                    let bound = Bound(value: first, key: key, isInclusive: isInclusive)
                    guard first.isIndexValue, take(bound, name) else { return nil }
                }
            }
        }

        private mutating func take(_ bound: Bound, _ name: String) -> Bool {
            switch name {
            case "startAt", "startAfter":
                guard start == nil else { return false }
                start = bound
            case "endAt", "endBefore":
                guard end == nil else { return false }
                end = bound
            case "equalTo":
                guard start == nil, end == nil else { return false }
                (start, end, isEqual) = (bound, bound, true)
            default: return false
            }
            return true
        }

        /// Whether the window only limits the children in key order.
        var isLimit: Bool { (order == nil || order == ".key") && start == nil && end == nil && limit != nil }

        /// Returns the order as an expression; windows without an order are ordered by key.
        func order(_ text: (ExprSyntax) -> String) -> String {
            (order ?? ".key") + (path.map { "(\(text($0)))" } ?? "")
        }
    }

    extension ExprSyntax {
        /// Whether the expression is an index value: a literal, or an expression that names the type.
        fileprivate var isIndexValue: Bool {
            if isNumber || self.is(StringLiteralExprSyntax.self) || self.is(BooleanLiteralExprSyntax.self) {
                return true
            }
            return trimmedDescription.hasPrefix("WebcomIndexValue")
        }
    }
#endif
