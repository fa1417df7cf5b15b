public import DatasyncCallback
public import MigrationSupport

/// A node with a window over its children, for legacy code that stores queries in variables.
///
/// The callback dialect passes a constraint to each call instead.
///
/// ```swift
/// let latest = node.limited(to: 20)
/// latest.subscription(Webcom.Event.Child, callback)
/// ```
public typealias Query = NodeQuery<Webcom.ServerlessDbNode>
