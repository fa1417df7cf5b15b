import DatasyncLegacy
import Foundation

// sample: bridge
@MainActor
final class ContactsBridge: NSObject {
    private let contacts = Webcom("contacts-app").child("contacts")
    private var listener: Listener?

    func start(_ body: @escaping @MainActor (NSDictionary) -> Void) {
        listener = contacts.on("value") { snapshot, _ in body(snapshot.val() as? NSDictionary ?? [:]) }
    }

    func add(_ contact: NSDictionary, completion: @escaping @MainActor (NSError?) -> Void) {
        contacts.push(contact) { error in completion(error.map { $0 as NSError }) }
    }

    func stop() { contacts.off("value", listener) }
}
// end of sample
