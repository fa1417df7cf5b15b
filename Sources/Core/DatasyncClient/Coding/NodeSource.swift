package import DatasyncTree
import Foundation

/// A value with a node that is written directly, because a dictionary might not hold all of its keys.
package protocol NodeSource {
    var sourceNode: Node { get }
}
