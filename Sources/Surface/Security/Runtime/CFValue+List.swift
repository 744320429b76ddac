// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainModel

extension CFValue {
    /// Reads an array whose elements are of one kind; a single object counts as an array of one, nil as an empty one.
    ///
    /// - Parameters:
    ///   - refusal: the error for an element that `read` returns nil for, and for a null pointer.
    ///   - read: returns an element, or nil for an object of another kind.
    static func list<Element>(
        _ object: AnyObject?, or refusal: @autoclosure () -> KeychainError,
        _ read: (AnyObject) -> Element?
    ) throws(KeychainError) -> [Element] {
        var list: [Element] = []
        for object in object.map({ CFValue($0).elements }) ?? [] {
            guard let element = object.flatMap(read) else { throw refusal() }
            list.append(element)
        }
        return list
    }

    /// Reads an array of texts, or a single text.
    static func texts(
        _ object: AnyObject?, or refusal: @autoclosure () -> KeychainError
    ) throws(KeychainError) -> [String] {
        try list(object, or: refusal()) { CFValue($0).text }
    }
}
