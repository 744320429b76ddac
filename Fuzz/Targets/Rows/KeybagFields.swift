// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSystem

/// The fields of a keybag's record, in the order of Docs/internals/format.md, which can be edited one by one.
struct KeybagFields: Equatable {
    private var magic: String
    private var version: UInt64
    private var store: [UInt8]
    private var deviceKey: [UInt8]
    private var revision: Int64
    private var passcode: [UInt64]?
    private var keys: [Key]
    private var authentication: [UInt8]

    private struct Key: Equatable {
        var name: String
        var box: [UInt8]
    }

    /// Reads the fields of a record of the sample store.
    init(_ record: [UInt8]) {
        do {
            try self.init(reading: record)
        } catch {
            fatalError("the sample record is malformed")
        }
    }

    private init(reading record: [UInt8]) throws(CanonicalCBOR.Malformed) {
        var decoder = CanonicalCBOR.Decoder(record)
        guard try decoder.array() == 8 else { throw CanonicalCBOR.Malformed() }
        magic = try decoder.text()
        version = try decoder.unsigned()
        store = try decoder.data()
        deviceKey = try decoder.data()
        revision = try decoder.integer()
        try decoder.null()
        keys = []
        for _ in 0..<(try decoder.map()) {
            keys.append(Key(name: try decoder.text(), box: try decoder.data()))
        }
        authentication = try decoder.data()
    }

    func encoded() -> [UInt8] {
        var encoder = CanonicalCBOR.Encoder(reservingCapacity: 1024)
        encoder.array(8)
        encoder.text(magic)
        encoder.unsigned(version)
        encoder.data(store)
        encoder.data(deviceKey)
        encoder.integer(revision)
        if let passcode {
            encoder.array(3)
            encoder.data(store)
            for number in passcode { encoder.unsigned(number) }
        } else {
            encoder.null()
        }
        encoder.map(keys.count)
        for key in keys {
            encoder.text(key.name)
            encoder.data(key.box)
        }
        encoder.data(authentication)
        return encoder.bytes
    }

    /// Returns whether two records are equal except for the revision and the authentication.
    static func agree(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard var left = try? KeybagFields(reading: left),
            let right = try? KeybagFields(reading: right)
        else { return false }
        left.revision = right.revision
        left.authentication = right.authentication
        return left == right
    }

    /// Returns the fields with all changes that the input asks for.
    func edited(by input: inout FuzzBytes) -> KeybagFields {
        var fields = self
        while !input.isAtEnd { fields.edit(by: &input) }
        return fields
    }

    private mutating func edit(by input: inout FuzzBytes) {
        let index = keys.isEmpty ? 0 : input.choose(keys.count)
        switch input.choose(10) {
        case 0: version = input.word()
        case 1: store = input.edit(store, other: deviceKey)
        case 2: deviceKey = input.edit(deviceKey, other: store)
        case 3: revision = Int64(bitPattern: input.word())
        case 4: passcode = [input.word(), input.word()]
        case 5 where !keys.isEmpty: keys.remove(at: index)
        case 6 where !keys.isEmpty: keys.append(keys[index])
        case 7 where !keys.isEmpty: keys.swapAt(0, index)
        case 8 where !keys.isEmpty:
            let name = input.edit(Array(keys[index].name.utf8), other: Array(keys[0].name.utf8))
            keys[index].name = String(decoding: name, as: UTF8.self)
        case 9 where !keys.isEmpty:
            keys[index].box = input.edit(keys[index].box, other: keys[0].box)
        default: magic += "."
        }
    }
}
