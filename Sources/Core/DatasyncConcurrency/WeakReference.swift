/// A weak reference, for collections and guarded state.
///
/// Reading it retains the object: under a lock, return what was read, so that it is released after unlocking.
package struct WeakReference<Object: AnyObject> {
    package weak var object: Object?

    package init(_ object: Object? = nil) { self.object = object }
}

extension WeakReference: Sendable where Object: Sendable {}
