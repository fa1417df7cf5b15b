/// The bytes of an entry or snapshot cannot be read.
struct UnreadableBytes: Error {}
