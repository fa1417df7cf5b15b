import DatasyncConcurrency
import Testing

@Suite("Release of application values outside locks")
struct ReleaseSentinelTests {
    #if DEBUG
        @Test("releasing the last copy under a lock stops the process")
        func underLock() async {
            await #expect(processExitsWith: .failure) {
                let guarded = Guarded<ApplicationOwned<Int>?>(ApplicationOwned(1))
                guarded.withLock { $0 = nil }
            }
        }

        @Test("releasing the last copy under the lock of another value stops the process")
        func underAnotherLock() async {
            await #expect(processExitsWith: .failure) {
                let guarded = Guarded<ApplicationOwned<Int>?>(ApplicationOwned(1))
                let other = Guarded(0)
                other.withLock { number in
                    number += 1
                    _ = guarded.exchange(nil)
                }
            }
        }
    #endif

    @Test("releasing the last copy after the lock, or an earlier copy under it, does not stop the process")
    func outside() async {
        await #expect(processExitsWith: .success) {
            let guarded = Guarded<ApplicationOwned<Int>?>(ApplicationOwned(1))
            let copy = guarded.withLock(\.self)
            guarded.withLock { $0 = nil }
            withExtendedLifetime(copy) {}
            _ = guarded.exchange(ApplicationOwned(2))
            _ = guarded.exchange(nil)
        }
    }
}
