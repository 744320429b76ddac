// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainModel

extension CFValue {
    /// Reads an array whose elements are of one kind; a single object counts as an array of one, nil as an empty one.
    ///
    /// - Parameters:
    ///   - refusal: the error for an element that `read` returns nil for, and for a null pointer.
    ///   - read: returns an element, or nil or an error for an object of another kind.
    static func list<Element>(
        _ object: AnyObject?, or refusal: @autoclosure () -> KeychainError,
        _ read: (AnyObject) throws(KeychainError) -> Element?
    ) throws(KeychainError) -> [Element] {
        var list: [Element] = []
        for object in object.map({ CFValue($0).elements }) ?? [] {
            guard let object, let element = try read(object) else { throw refusal() }
            list.append(element)
        }
        return list
    }

    /// Reads the entries of a dictionary whose keys are texts; nil counts as an empty one.
    ///
    /// - Parameter refusal: the error for another key and for a null pointer.
    static func entries(
        of dictionary: NSDictionary?, or refusal: @autoclosure () -> KeychainError
    ) throws(KeychainError) -> [(name: String, value: AnyObject)] {
        var entries: [(name: String, value: AnyObject)?] = []
        dictionary?.forEachEntry { key, value in
            let name = key.flatMap { CFValue($0).text }
            entries.append(name.flatMap { name in value.map { (name, $0) } })
        }
        let named = entries.compactMap(\.self)
        if named.count < entries.count { throw refusal() }
        return named
    }

    /// Reads an array of texts, or a single text.
    static func texts(
        _ object: AnyObject?, or refusal: @autoclosure () -> KeychainError
    ) throws(KeychainError) -> [String] {
        try list(object, or: refusal()) { CFValue($0).text }
    }
}
