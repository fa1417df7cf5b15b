/// A message from the back end to a client.
package enum BackendMessage: Sendable {
    case control(Control)
    case response(Response)
    case push(Push)
}
