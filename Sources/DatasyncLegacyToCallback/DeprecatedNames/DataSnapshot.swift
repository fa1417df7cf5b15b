public import DatasyncCallback

/// The value of a node at one moment.
@available(*, deprecated, message: "use Webcom.DataSnapshot; see Migration/LegacyToCallback.md")
public typealias DataSnapshot = Webcom.DataSnapshot
