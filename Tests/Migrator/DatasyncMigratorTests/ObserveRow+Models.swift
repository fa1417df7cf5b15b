#if Migrator
    extension ObserveRow {
        static let models: [ObserveRow] = [
            ObserveRow(
                "try ref.child(\"a\").setValue(from: n)",
                "try ref.relativeNode(\"a\").set(encoding: n).ignored()",
                "try ref.at(\"a\").promise.set(n).ignored()"),
            ObserveRow(
                "try ref.setValue(from: n) { error in print(error ?? \"stored\") }",
                "try ref.set(encoding: n).completed { error in print(error ?? \"stored\") }.ignored()",
                "try ref.promise.set(n).completed { error in print(error ?? \"stored\") }.ignored()"),
            ObserveRow.left(
                "try ref.setValue(from: n, encoder: own)",
                "setValue: it has an encoder; set the jsonEncoder of the application instead"),
            ObserveRow("let page = try snap.data(as: Page.self)", "let page = try snap.decodedThrowing(as: Page.self)"),
            ObserveRow(
                "let all = try await query.getData()", "let all = try await query.read().known().value"),
            ObserveRow(
                "query.getData { error, all in print(error ?? \"read\") }",
                "query.read().known().answered { error, all in print(error ?? \"read\") }"),
            ObserveRow(
                "let (first, _) = await ref.observeSingleEventAndPreviousSiblingKey(of: .value)",
                "let (first, _) = await withCheckedContinuation { continuation in "
                    + "ref.subscription(Webcom.Event.ValueChange, Webcom.Callback { snapshot, key in "
                    + "continuation.resume(returning: (snapshot, key)) }.once().endingQuietly()) }",
                "let (first, _) = await withCheckedContinuation { continuation in "
                    + "ref.firstEvent(of: .valueChange) { snapshot in let key = snapshot.previousChildKey; "
                    + "continuation.resume(returning: (snapshot, key)) } }"),
            ObserveRow(
                "[handle].forEach(ref.removeObserver(withHandle:))",
                "[handle].forEach({ [node = ref] handle in node.unsubscribeAll(only: handle) })"),
            ObserveRow(
                "let end = query.removeAllObservers", "let end = { [node = query] in node.unsubscribeAllWindows() }"),
            ObserveRow.left(
                "let write = ref.setValue(_:)", "setValue: a method that is not applied; write a closure that calls it"),
            ObserveRow(
                "ref.setValue(1) { error, ref in print(ref) }",
                "ref.set(1).completed { [ref] error in print(ref) }",
                "ref.promise.set(.raw, 1).completed { [ref] error in print(ref) }"),
        ]
    }
#endif
