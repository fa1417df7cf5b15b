import DatasyncLegacyToAsync
import Foundation

/// The same calls on the types of the async dialect.
struct AsyncDeprecatedCalls: SupportCalls {
    @available(*, deprecated)
    func run(_ fixture: SupportFixture, _ note: @escaping @MainActor (String) -> Void) {
        let root = DatasyncNode.root(of: fixture.application)
        let node = root.child("list")
        note("\(node.name() ?? "/") \(root.name() ?? "/") \(node.ref() == node) \(node.limit(1).ref() == node)")
        let callback: @MainActor (DataSnapshot, String?) -> Void = { snapshot, previous in
            let words = [
                snapshot.name() ?? "/", previous ?? "first", snapshot.eventType() ?? "none",
                "\(snapshot.acknowledged())", "\(snapshot.numChildren())", SupportFixture.text(snapshot.val()),
                SupportFixture.text(snapshot.exportVal()), snapshot.ref().path,
            ]
            note(words.joined(separator: " "))
        }
        let revoked: @MainActor (WebcomError) -> Void = { note("revoked \($0.code)") }
        let listener = node.on("child_added", callback)
        node.startAt("b").endAt("c").limit(1).on("child_added", callback, revoked: revoked)
        node.equalTo("b").once("value") { snapshot, previous in callback(snapshot, previous) }
        node.on(["valu", "child_added"], callback, revoked: revoked)
        node.on("valu", callback)
        node.once([String](), callback, revoked: revoked)
        node.on(["value", "child_added"], callback, revoked: revoked)
        node.off("valu")
        let done: @MainActor (WebcomError?) -> Void = { note("done \($0?.code.rawValue ?? "well")") }
        root.child("n").set(1, done)
        root.child("m").set(1, nil)
        root.child("n").increment(by: 2) { done($0) }
        root.child("n").update(1) { done($0) }
        root.child("n").remove(done)
        root.child("time").set(Webcom.ServerValue.TIMESTAMP, done)
        node.pushNode(4, done)
        note("\(node.push().name()?.count ?? 0)")
        root.child("n").transaction({ _ in 5 }) { error, committed, snapshot in
            note("\(error == nil) \(committed) \(SupportFixture.text(snapshot?.val()))")
        }
        root.child("n").get { error, snapshot in note("got \(error == nil) \(SupportFixture.text(snapshot?.val()))") }
        let later = root.child("later")
        later.onDisconnect().set(["a": 1], done)
        later.onDisconnect().update(["b": 2]) { done($0) }
        later.child("c").onDisconnect().remove(done)
        later.child("d").onDisconnect().set(9, done)
        later.child("d").onDisconnect().cancel(done)
        node.off(["child_added", "value"], listener)
    }

    @available(*, deprecated)
    func setOnline(_ fixture: SupportFixture, _ isOnline: Bool) {
        let root = DatasyncNode.root(of: fixture.application)
        if isOnline { root.goOnline() } else { root.goOffline() }
    }
}
