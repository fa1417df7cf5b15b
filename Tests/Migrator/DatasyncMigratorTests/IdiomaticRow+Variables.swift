#if Migrator
    /// Handles of subscriptions and queries in variables.
    extension IdiomaticRow {
        /// Returns a class with the node `r`, the optional handle `h` and a function that stores it.
        private static func screen(_ type: String, _ start: String, _ members: String) -> String {
            """
            final class Screen {
                let r: \(type)
                private var h: \(type == "Webcom" ? "Listener" : "DatasyncSubscription")?
                func open() { h = \(start) }
                \(members)
            }

            """
        }

        private static func handle(
            _ start: String, _ end: String, _ newStart: String, _ newEnd: String
        ) -> IdiomaticRow {
            IdiomaticRow(screen("Webcom", start, end), screen("DatasyncNode", newStart, newEnd))
        }

        private static func local(_ statements: String, _ rewritten: String) -> IdiomaticRow {
            IdiomaticRow(
                "func f(r: Webcom, n: Int, show: (Query) -> Void) {\n    \(statements)\n}\n",
                "func f(r: DatasyncNode, n: Int, show: (Query) -> Void) {\n    \(rewritten)\n}\n")
        }

        private static let start = #"r.child("a").on("value") { s, _ in }"#
        private static let newStart = #"r.at("a").subscription(to: .valueChange) { s in }"#

        static let variables: [IdiomaticRow] = [
            handle(
                start, #"func close() { if let h { r.child("a").off("value", h) } }"#, newStart,
                "func close() { if let h { h.cancel() } }"),
            handle(
                start, #"func close() { guard let old = self.h else { return }; r.child("a").off("value", old) }"#,
                newStart, "func close() { guard let old = self.h else { return }; old.cancel() }"),
            handle(
                start, #"func close() { if h != nil { self.r.child("a").off("value", h); h = nil } }"#, newStart,
                "func close() { if h != nil { h?.cancel(); h = nil } }"),
            handle(
                start, #"deinit { h.map { r.child("a").off("value", $0) } }"#, newStart,
                "deinit { h.map { $0.cancel() } }"),
            handle(
                #"r.limit(3).on(["child_added", "child_removed"]) { s, _ in }"#,
                #"func close() { r.limit(3).off("child_added", h!) }"#,
                "r.subscription(to: .child(addition: true, removal: true), childrenConstraint: .last(limit: 3)) { s in }",
                "func close() { h!.cancel() }"),
            handle(
                #"r.on("value") { [weak self] s, _ in if let self, let h = self.h { self.r.off("value", h) } }"#, "",
                "r.subscription(to: .valueChange) { [weak self] s in if let self, let h = self.h { h.cancel() } }", ""),
            IdiomaticRow(
                """
                func f(r: Webcom, names: [String]) -> [() -> Void] {
                    let users = r.child("users")
                    return names.map { name in
                        let user = users.child(name), handle = user.on("value") { s, _ in }
                        return { r.child("users").child(name).off("value", handle) }
                    }
                }

                """,
                """
                func f(r: DatasyncNode, names: [String]) -> [() -> Void] {
                    let users = r.at("users")
                    return names.map { name in
                        let user = users.child(key: name), handle = user.subscription(to: .valueChange) { s in }
                        return { handle.cancel() }
                    }
                }

                """),
            IdiomaticRow(
                """
                final class Screen {
                    private let r: Webcom
                    private var h: Listener?
                    init(r: Webcom) {
                        self.r = r
                        h = r.once("child_added") { s, _ in }
                    }
                    func close() { if let h { r.off("child_added", h) } }
                }

                """,
                """
                final class Screen {
                    private let r: DatasyncNode
                    private var h: DatasyncSubscription?
                    init(r: DatasyncNode) {
                        self.r = r
                        h = r.firstEvent(of: .childAddition) { s in }
                    }
                    func close() { if let h { h.cancel() } }
                }

                """),
            local(
                #"let q = r.child("a").limit(n); q.on("child_added") { s, _ in }; q.off("child_added"); q.off()"#,
                "let qConstraint: DatasyncChildrenConstraint = .last(limit: n)\n    "
                    + #"let q = r.at("a"); q.subscribe(to: .childAddition, childrenConstraint: qConstraint) { s in }; "#
                    + "q.unsubscribeAll(.childAddition, childrenConstraint: qConstraint); "
                    + "q.unsubscribeAll(qConstraint)"),
            local(
                #"let q: Query = r.startAt("a").endAt("b"); q.once("value") { s, _ in }"#,
                #"let q: DatasyncNode = r; q.firstEvent(of: .valueChange, childrenConstraint: .between(from: "a", to: "b")) "#
                    + "{ s in }"),
            local(
                #"let q = r.limit(2), h = q.on("value") { s, _ in }; q.off("value", h)"#,
                "let q = r, h = q.subscription(to: .valueChange, childrenConstraint: .last(limit: 2)) { s in }; h.cancel()"
            ),
        ]

        private static func keptHandle(_ start: String, _ members: String, _ reason: String) -> IdiomaticRow {
            IdiomaticRow(screen("Webcom", start, members), "off: the call keeps its form, because \(reason)")
        }

        private static func keptQuery(_ statements: String, _ reason: String) -> IdiomaticRow {
            IdiomaticRow(local(statements, "").legacy, "the query keeps its form, because \(reason)")
        }

        private static let isUnknown = "it is not certain which subscriptions its handle can be of"
        private static let isElsewhere = "it is not certain that its node is that of the subscription"

        static let keptVariables: [IdiomaticRow] = [
            keptHandle(
                start, #"func close() { r.child("a").off("value", h) }"#,
                "its handle may be nil, and then all subscriptions to these events end; unwrap it first"),
            keptHandle(
                start,
                #"func close() { if h != nil { leave(); r.child("a").off("value", h) } }; func leave() { h = nil }"#,
                "its handle may be nil, and then all subscriptions to these events end; unwrap it first"),
            keptHandle(start, #"func close() { if let h { r.child("b").off("value", h) } }"#, isElsewhere),
            keptHandle(start, #"func close() { if let h { r.child("a").limit(1).off("value", h) } }"#, isElsewhere),
            keptHandle(
                start, #"func close() { if let h { r.child("a").off("child_added", h) } }"#,
                "it is not certain that its events are those of the subscription"),
            keptHandle(
                start,
                #"func close() { if let h { r.child("a").off("value", h) } }; func take(_ l: Listener) { h = l }"#,
                isUnknown),
            keptHandle(
                start,
                #"func close() { if let h { r.child("a").off("value", h) } }; func end(_ s: Screen) { s.h = nil }"#,
                isUnknown),
            keptHandle(
                start,
                #"func close() { h.map { _ = $0; all { r.child("a").off("value", $0) } } }"#,
                isUnknown),
            keptHandle(
                start, #"func close(_ r: Webcom) { if let h { r.child("a").off("value", h) } }"#, isElsewhere),
            keptHandle(
                "r.child(key).on(\"value\") { s, _ in }",
                #"private var key = "a"; func close() { if let h { r.child(key).off("value", h) } }"#, isElsewhere),
            keptHandle(
                start, #"func close() { if let h { r.child("a") /* why */ .off("value", h) } }"#,
                "a comment stands inside; move it"),
            keptQuery(
                #"let q = r.limit(2); q.on("value") { s, _ in }; show(q)"#,
                "it is used for more than listening to events of known names"),
            keptQuery(#"var q = r.limit(2); q = r.limit(3); q.on("value") { s, _ in }"#, "its variable changes"),
            IdiomaticRow(
                "struct S { let r: Webcom; var h: Listener?; mutating func f() { h = r.on(\"value\") { s, _ in } }\n"
                    + "    func end() { if let h { r.off(\"value\", h) } } }\n"
                    + "func f(s: S, h: Listener) -> S { S(r: s.r, h: h) }\n",
                isUnknown),
            IdiomaticRow(
                "final class S { let r: Webcom, n = 2; init(r: Webcom) { self.r = r }\n"
                    + "    func f() -> () -> Void { let q = r.limit(n); return { q.off() } } }\n",
                "it is used for more than listening to events of known names"),
            keptQuery(
                #"let q = r.limit(n + 1); q.on("value") { s, _ in }"#,
                "a value of its windows may change; give it a constant"),
            keptQuery(
                #"let q = r.limit(n); for n in 0..<n { q.on("value") { s, _ in print(n) } }"#,
                "it is used for more than listening to events of known names"),
        ]
    }
#endif
