import DatasyncAsync
import DatasyncLegacy
import DatasyncTesting
import Foundation

/// Writes contacts in the async dialect, without awaiting the acknowledgements.
struct Writer {
    private let manager: DatasyncManager
    private let contacts: DatasyncNode.PromiseWrapper

    init(application: WebcomApplication) {
        manager = application.datasyncService.createManager()
        guard let node = manager / "contacts" else { preconditionFailure("\"contacts\" is a well-formed path") }
        contacts = node.promise
    }

    func add(_ key: String, name: String, phone: String) { child(key).set(Contact(name: name, phone: phone)) }

    func changePhone(of key: String, to phone: String) { child(key).merge(.raw, with: ["phone": phone]) }

    func stamp(_ key: String) { child(key).merge(.raw, with: ["date": Webcom.ServerValue.TIMESTAMP]) }

    func remove(_ key: String) { child(key).clear() }

    private func child(_ key: String) -> DatasyncNode.PromiseWrapper {
        (contacts.wrapped / key)?.promise ?? contacts
    }
}
