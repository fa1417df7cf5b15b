#if Migrator
    /// The members of `Webcom` that do not belong to the legacy dialect.
    enum CallbackNames {
        static let all: Set = [
            "App", "ServerlessDb", "ServerlessDbNode", "Callback", "Event", "Constraint", "DataSnapshot",
            "Subscription",
            "Time", "NOW", "NEXT_DISCONNECTION", "ON_DISCONNECTION", "CachePolicy", "FORGET", "KEEP", "KEEP_UPDATING",
            "TransactionResult", "EventSelection", "ReceivedEvent", "ValueDescriptor", "ChildDescriptor",
            "FinalDescriptor", "defaultApplication", "setDefault",
        ]
    }
#endif
