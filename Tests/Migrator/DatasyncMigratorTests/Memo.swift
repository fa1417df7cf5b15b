#if Migrator
    import Synchronization

    /// Results that several tests need, each worked out once.
    final class Memo<Question: Hashable & Sendable, Answer: Sendable>: Sendable {
        private final class Place: Sendable {
            let answer = Mutex<Answer?>(nil)
        }

        private let places = Mutex<[Question: Place]>([:])

        /// Returns the answer to a question, and works it out if no test has asked it.
        ///
        /// A test that asks meanwhile waits for the answer.
        func answer(to question: Question, _ make: () throws -> Answer) throws -> Answer {
            let place = places.withLock { places in
                let place = places[question] ?? Place()
                places[question] = place
                return place
            }
            return try place.answer.withLock { answer in
                let present = try answer ?? make()
                answer = present
                return present
            }
        }
    }
#endif
