#if Migrator
    import Testing

    /// Legacy code, and its idiomatic form or the reason of the note on it.
    struct IdiomaticRow: Sendable, CustomTestStringConvertible {
        let legacy: String
        /// The rewritten code; the end of the note for code that keeps its form.
        let rewritten: String

        var testDescription: String { legacy }

        init(_ legacy: String, _ rewritten: String) { (self.legacy, self.rewritten) = (legacy, rewritten) }

        /// Returns a continuation that never throws around a statement.
        static func wait(_ statement: String) -> String { "await withCheckedContinuation { c in \(statement) }" }

        /// Returns a continuation around a statement.
        static func attempt(_ statement: String) -> String {
            "try await withCheckedThrowingContinuation { (c: CheckedContinuation<Void, any Error>) in \(statement) }"
        }

        private static func row(_ statement: String, _ awaited: String, _ signature: String = "throws") -> IdiomaticRow
        {
            IdiomaticRow(
                "func f(r: Webcom, v: Any?) async \(signature) {\n    \(statement)\n}\n",
                "func f(r: DatasyncNode, v: Any?) async \(signature) {\n    \(awaited)\n}\n")
        }

        private static func kept(_ statement: String, _ reason: String) -> IdiomaticRow {
            IdiomaticRow("func f(r: Webcom, q: DispatchQueue) async throws {\n    \(statement)\n}\n", reason)
        }

        private static let resumes = "if let e { c.resume(throwing: e) } else { c.resume() }"

        static let all: [IdiomaticRow] =
            [
                row(attempt("r.set(v) { e in \(resumes) }"), "try await r.set(.raw, v)"),
                row(attempt("r.child(\"a\").remove { e in \(resumes) }"), "try await r.at(\"a\").clear()"),
                row(attempt("r.update([\"a\": 1]) { e in \(resumes) }"), "try await r.merge(.raw, with: [\"a\": 1])"),
                row(attempt("r.update(v) { e in \(resumes) }"), "try await r.merge(json: v)"),
                row(attempt("r.push(v) { e in \(resumes) }"), "try await r.push(.raw, v)"),
                row(
                    attempt("r.increment(by: 2, from: 1) { e in \(resumes) }"), "try await r.increment(from: 1, by: 2)"),
                row(
                    attempt("r.onDisconnect().set(1) { e in \(resumes) }"),
                    "try await r.set(.raw, 1, at: .nextDisconnection)"),
                row(
                    attempt("r.onDisconnect().cancel { e in \(resumes) }"),
                    "try await r.cancelNextDisconnectionOperations()"),
                row(
                    attempt(
                        "r.set(v, queue: nil) { e in guard let e else { return c.resume() }; c.resume(throwing: e) }"),
                    "try await r.set(.raw, v)"),
                row(
                    attempt(
                        "r.set(v, queue: .main, { e in if e == nil { return c.resume(returning: ()) }; c.resume(throwing: e!) })"
                    ),
                    "try await r.set(.raw, v)"),
                row(wait("r.remove { _ in c.resume() }"), "try? await r.clear()", ""),
                row(
                    wait("r.set(v) { c.resume(returning: $0 == nil) }"),
                    "do {\n        try await r.set(.raw, v)\n        return true\n    } catch {\n        return false\n    }",
                    "-> Bool"),
                row(
                    "return " + wait("r.set(v) { e in c.resume(returning: e) }"),
                    "do {\n        try await r.set(.raw, v)\n        return nil\n    } catch {\n        return error\n    }",
                    "-> WebcomError?"),
                row(
                    attempt("r.set(v) { e in if let e { c.resume(throwing: Mine(e)) } else { c.resume() } }"),
                    "do {\n        try await r.set(.raw, v)\n    } catch let e {\n        throw Mine(e)\n    }"),
                row(
                    "let s = try await withUnsafeThrowingContinuation { c in r.get { e, s in guard let s else { return "
                        + "c.resume(throwing: e!) }; c.resume(returning: s) } }",
                    "let s = try await r.value()"),
                row(
                    "try await withCheckedThrowingContinuation { c in r.get { e, s in if let e { c.resume(throwing: e) } "
                        + "else if let s { c.resume(returning: s.val()) } } }",
                    "let s = try await r.value()\n    return s.json", "throws -> Any?"),
                row(
                    "try await withCheckedThrowingContinuation { c in r.limit(2).once(\"child_added\") { s, _ in "
                        + "c.resume(returning: s) } revoked: { e in c.resume(throwing: e) } }",
                    "try await r.firstEvent(of: .childAddition, childrenConstraint: .last(limit: 2))",
                    "throws -> DataSnapshot"
                ).withSnapshot,
                row(
                    "try await withCheckedThrowingContinuation { c in r.transaction({ _ in 1 }) { e, done, _ in "
                        + "if let e { c.resume(throwing: e) } else { c.resume(returning: done) } } }",
                    "let result = try await r.runTransaction(onJSON: { _ in 1 })\n    let done = result.status == .committed"
                        + "\n    return done", "throws -> Bool"),
                row("r.set(Webcom.ServerValue.TIMESTAMP)", "r.promise.set(.raw, ServerValue.timestamp)"),
                row(
                    "r.update([\"at\": Webcom.ServerValue.TIMESTAMP] as [String: Any])",
                    "r.promise.merge(.raw, with: [\"at\": ServerValue.timestamp] as [String: Any])"),
                row("let t = Webcom.ServerValue.TIMESTAMP; print(t)", "let t = Webcom.ServerValue.TIMESTAMP; print(t)"),
            ] + completions

        /// Completions at the end of tasks.
        private static let completions: [IdiomaticRow] = [
            IdiomaticRow(
                """
                @MainActor func f(r: Webcom) {
                    Task {
                        begin()
                        r.set(1) { error in
                            if let error {
                                show(error)
                            } else {
                                done()
                            }
                        }
                    }
                    print("later")
                }

                """,
                """
                @MainActor func f(r: DatasyncNode) {
                    Task {
                        begin()
                        do throws(WebcomError) {
                            try await r.set(.raw, 1)
                            done()
                        } catch {
                            show(error)
                        }
                    }
                    print("later")
                }

                """),
            IdiomaticRow(
                """
                @MainActor final class Screen {
                    let r: Webcom
                    func open() { Task { await save() } }
                    private func save() async {
                        r.remove { _ in self.close() }
                    }
                }

                """,
                """
                @MainActor final class Screen {
                    let r: DatasyncNode
                    func open() { Task { await save() } }
                    private func save() async {
                        try? await r.clear()
                        self.close()
                    }
                }

                """),
        ]

        static let kept: [IdiomaticRow] = [
            kept(
                attempt("r.set(1, queue: q) { e in \(resumes) }"),
                "the continuation keeps its form, because its completion runs on a queue"),
            kept(
                attempt("print(1); r.set(1) { e in \(resumes) }"),
                "the continuation keeps its form, because its closure does more than one call"),
            kept(
                attempt("r.set(1) { e in print(1); \(resumes) }"),
                "the continuation keeps its form, because its completion does not only resume it"),
            kept(
                attempt("r.set(1) { [r] e in \(resumes) }"),
                "the continuation keeps its form, because its completion is no plain closure"),
            kept(
                attempt("r.set(1) { e in /* why */ \(resumes) }"),
                "the continuation keeps its form, because a comment stands inside; move it"),
            kept(
                attempt("r.parent()?.set(1) { e in \(resumes) }"),
                "the continuation keeps its form, because its node is optional; unwrap it first"),
            kept(
                "let s = " + wait("r.once(\"value\") { s, _ in c.resume(returning: s) }") + "; print(s)",
                "the continuation keeps its form, because a revocation does not resume it"),
            kept(
                "let isGood = " + wait("r.set(1) { e in c.resume(returning: e == nil) }") + "; print(isGood)",
                "the continuation keeps its form, because its result is part of an expression; give it a name first"),
            IdiomaticRow(
                "@MainActor func f(r: Webcom) async {\n    r.set(1) { error in print(error == nil) }\n}\n",
                "the completion keeps its form, because code after the calls of f would run later than now"),
            IdiomaticRow(
                "func f(r: Webcom) {\n    Task {\n        r.set(1) { error in print(1) }\n    }\n}\n",
                "the completion keeps its form, because it runs on the main actor, and the code around it is not known to"
            ),
            IdiomaticRow(
                "@MainActor func f(r: Webcom) {\n    Task {\n        r.set(1) { error in print(error as Any) }\n    }\n}\n",
                "the completion keeps its form, because its completion uses the error without asking once whether there is one"
            ),
        ]

        /// The row for a function whose result is a snapshot.
        private var withSnapshot: IdiomaticRow {
            IdiomaticRow(legacy, rewritten.replacing("-> DataSnapshot", with: "-> any DatasyncSnapshot"))
        }
    }
#endif
