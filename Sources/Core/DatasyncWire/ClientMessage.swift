/// A message from a client to the back end.
package enum ClientMessage: Sendable {
    case request(Request)
    case keepAlive
    case ping
    case pong
}
