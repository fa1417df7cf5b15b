package import DatasyncTree
package import DatasyncWire

/// A client's request about webhooks, for the program around the back end, which has them.
package struct WebhookCall: Sendable {
    /// The response of that program.
    package enum Outcome: Sendable {
        case done(Node)
        case refused(Status, String)
    }

    package let request: WebhookRequest
    /// The user; `nil` for the owner.
    package let user: RuleAuth?
    let session: SessionID
    let number: Int
}
