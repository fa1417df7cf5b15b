/// A type that decodes a missing value as empty, because the data model does not store empty values.
protocol EmptyWhenMissing {
    init()
}
