import Testing

/// What once went wrong, and no longer does.
@Suite("What once went wrong")
enum Regressions {}
