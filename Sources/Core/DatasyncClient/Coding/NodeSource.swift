package import DatasyncTree
import Foundation

/// A value with a node, which is written directly, because a dictionary might not hold all its keys.
package protocol NodeSource {
    var sourceNode: Node { get }
}
