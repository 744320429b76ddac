// SPDX-License-Identifier: Apache-2.0
/// A reference to one stored item, valid for as long as the item exists.
///
/// Its external form is 20 bytes: the four ASCII characters of the class and a 16-byte UUID.
public struct PersistentReference: Sendable, Hashable {
    public let itemClass: ItemClass
    /// The 16 bytes of column `persistref`.
    public let uuid: [UInt8]

    public init(itemClass: ItemClass, uuid: [UInt8]) {
        precondition(uuid.count == 16, "a persistent reference holds 16 bytes")
        self.itemClass = itemClass
        self.uuid = uuid
    }

    /// Reads the external form; nil unless `bytes` are 20 bytes that begin with a class.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 20,
            let itemClass = ItemClass(rawValue: String(decoding: bytes[..<4], as: UTF8.self))
        else { return nil }
        self.init(itemClass: itemClass, uuid: Array(bytes[4...]))
    }

    /// The external form, 20 bytes.
    public var bytes: [UInt8] { Array(itemClass.rawValue.utf8) + uuid }
}
