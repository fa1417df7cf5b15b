/// Performs the steps of scenarios in a dialect of your own, for a ``DialectSuite``.
///
/// A driver belongs to one application, and translates each step into a call of your dialect. It passes events and results
/// on to the step, in the order in which your dialect delivers them. The calls come one at a time. The page
/// <doc:CheckingYourOwn> has an example.
public protocol DialectDriver: Sendable {
    /// Begins a subscription.
    ///
    /// - Parameter subscription: The path, events and window; takes the events.
    func subscribe(_ subscription: DialectSubscription)

    /// Cancels a subscription, after which it delivers no event.
    ///
    /// - Parameter subscription: The subscription, which has the same identifier as when it began.
    func unsubscribe(_ subscription: DialectSubscription)

    /// Performs a write.
    ///
    /// - Parameter write: The path and the operation; takes the result.
    func perform(_ write: DialectWrite)

    /// Whether tasks of the driver still have to run on the delivery queue.
    ///
    /// The suite compares the events of a step when its queue is empty and no driver is busy. The default is `false`.
    var isBusy: Bool { get }
}

extension DialectDriver {
    /// Nothing runs outside of the blocks on the delivery queue.
    public var isBusy: Bool { false }
}
