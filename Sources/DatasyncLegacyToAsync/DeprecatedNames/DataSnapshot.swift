/// The value of a node at one moment.
@available(*, deprecated, message: "use any DatasyncSnapshot; see Migration/LegacyToAsync.md")
public typealias DataSnapshot = any DatasyncSnapshot
