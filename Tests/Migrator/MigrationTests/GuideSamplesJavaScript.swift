import DatasyncCallback
import DatasyncLegacy

@MainActor
enum JavaScriptSamples {
    static func old(_ form: Form) {
        // sample: old client
        let contacts = Webcom("contacts-app").child("contacts")
        let listener = contacts.on("child_added") { snapshot, previousKey in
            form.show("\(snapshot.name() ?? ""), \(snapshot.val() as? String ?? ""), after \(previousKey ?? "nothing")")
        } revoked: { error in
            form.show("over: \(error.message)")
        }
        contacts.child("ada").set("Ada") { error in form.show(error?.message ?? "stored") }
        contacts.off("child_added", listener)
        // end of sample
    }

    static func oldQueries(_ messages: Webcom, _ form: Form) {
        // sample: old queries
        messages.limit(10).on("child_added") { snapshot, _ in form.show("\(snapshot.val() ?? "")") }
        messages.limit(10).off()  // the same query, not the node
        messages.startAt("m5").limit(3).once("value") { snapshot, _ in
            for child in snapshot.children {
                form.show(child.name() ?? "")
                if child.name() == "m6" { break }
            }
        }
        // end of sample
    }

    static func new(_ form: Form) {
        // sample: newer client
        let contacts = Webcom.App("contacts-app").serverlessDb.rootNode.relativeNode("contacts")
        let callback = Webcom.Callback { snapshot, previousKey in
            form.show("\(snapshot.node.key ?? ""), \(snapshot.acked), after \(previousKey ?? "nothing")")
        }
        .includeAcknowledgements()
        .onCanceled { error in form.show(error?.message ?? "unsubscribed") }
        contacts.subscribe(Webcom.Event.Child.Addition.Change, callback, .Last(10))
        contacts.push(["name": "Ada"])
            .done { child in form.show("stored at \(child.path)") }
            .catch { error in form.show("\(error)") }
        contacts.unsubscribe(callback)
        // end of sample
    }
}
