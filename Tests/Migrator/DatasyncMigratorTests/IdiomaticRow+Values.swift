#if Migrator
    /// Completions with a value at the end of tasks.
    extension IdiomaticRow {
        /// Returns a task that ends with some lines.
        private static func task(_ type: String, _ lines: String) -> String {
            let indented = lines.split(separator: "\n").map { "        \($0)\n" }.joined()
            return "@MainActor func f(r: \(type)) {\n    Task {\n\(indented)    }\n    print(0)\n}\n"
        }

        private static func value(_ legacy: String, _ rewritten: String) -> IdiomaticRow {
            IdiomaticRow(task("Webcom", legacy), task("DatasyncNode", rewritten))
        }

        private static func kept(_ legacy: String, _ reason: String) -> IdiomaticRow {
            IdiomaticRow(task("Webcom", legacy), "the completion keeps its form, because \(reason)")
        }

        static let values: [IdiomaticRow] = [
            value(
                """
                r.get { _, s in
                    print(s?.val() ?? 0)
                }
                """,
                """
                let s: DatasyncValue? = try? await r.value()
                print(s?.json ?? 0)
                """),
            value(
                """
                r.get { _, _ in print(1) }
                """,
                """
                _ = try? await r.value()
                print(1)
                """),
            value(
                """
                r.get { error, s in
                    if let error {
                        print(error)
                    } else {
                        print(s?.val() ?? 0)
                    }
                }
                """,
                """
                do throws(WebcomError) {
                    let s: DatasyncValue? = try await r.value()
                    print(s?.json ?? 0)
                } catch {
                    print(error)
                }
                """),
            value(
                """
                r.get { error, s in
                    guard let s else { return print(1) }
                    print(s.val() ?? 0)
                }
                """,
                """
                do {
                    let s = try await r.value()
                    print(s.json ?? 0)
                } catch {
                    return print(1)
                }
                """),
            value(
                """
                r.get { problem, s in
                    if let problem { return print(problem) }
                    guard let s = s else { return }
                    print(s.val() ?? 0)
                }
                """,
                """
                do throws(WebcomError) {
                    let s = try await r.value()
                    print(s.json ?? 0)
                } catch let problem {
                    return print(problem)
                }
                """),
            value(
                """
                r.get { error, _ in
                    if let error {
                        print(error)
                    }
                    print(1)
                }
                """,
                """
                do throws(WebcomError) {
                    _ = try await r.value()
                } catch {
                    print(error)
                }
                print(1)
                """),
            value(
                """
                r.transaction({ _ in 1 }) { _, committed, s in
                    print(committed, s?.val() ?? 0)
                }
                """,
                """
                let result = try? await r.runTransaction(onJSON: { _ in 1 })
                let committed = result?.status == .committed
                let s: DatasyncValue? = result?.value
                print(committed, s?.json ?? 0)
                """),
            value(
                """
                r.transaction({ _ in 1 }) { error, committed, result in
                    guard error == nil, let value = result else {
                        print(1)
                        return
                    }
                    print(committed, value.val() ?? 0)
                }
                """,
                """
                do {
                    let outcome = try await r.runTransaction(onJSON: { _ in 1 })
                    let committed = outcome.status == .committed
                    let value = outcome.value
                    print(committed, value.json ?? 0)
                } catch {
                    print(1)
                }
                """),
            value(
                """
                r.transaction({ _ in 1 }) { _, _, _ in print(1) }
                """,
                """
                try? await r.runTransaction(onJSON: { _ in 1 })
                print(1)
                """),
            value(
                """
                r.push(1) { _ in print(1) }
                """,
                """
                try? await r.push(.raw, 1)
                print(1)
                """),
        ]

        static let keptValues: [IdiomaticRow] = [
            kept(
                """
                defer { print(1) }
                r.get { _, s in print(s as Any) }
                """,
                "a `defer` block would run later than now"),
            kept(
                """
                let s = 1
                print(s)
                r.get { _, s in print(s as Any) }
                """,
                "the name s is used around it too; rename one of them"),
            kept(
                """
                r.get { error, s in print(error as Any, s as Any) }
                """,
                "its completion uses the error without asking once whether there is one"),
            kept(
                """
                r.get { error, s in
                    if error != nil { return print(1) }
                    let s = s?.val()
                    print(s ?? 0)
                }
                """,
                "it declares a name of its parameters again; rename one of them"),
            kept(
                """
                r.get { _, s in
                    let value = s?.val()
                    print(value ?? 0)
                }
                """,
                "its completion declares names; put them into a function"),
            kept(
                """
                r.transaction({ $0 }) { error, done, _ in
                    if error != nil { print(1) }
                    print(done)
                }
                """,
                "its value is used after the branches for success and failure"),
            kept(
                """
                r.get(queue: .global()) { _, s in print(s as Any) }
                """,
                "its completion runs on a queue"),
        ]
    }
#endif
