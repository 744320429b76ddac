// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSystem

/// The seeds that Google Authenticator transfers in a QR code: base64 of a message of protocol buffers.
///
///     message Payload { repeated Seed seeds = 1; … int parts = 3; int part = 4; int transfer = 5; }
///     message Seed { bytes secret = 1; string name = 2; string issuer = 3; int algorithm = 4; int digits = 5;
///                    int type = 6; int64 counter = 7; }
///
/// A field is a number, `field << 3 | kind`, and its value: a number of 7 bits a byte, the lowest first (kind 0), or a
/// length and that many bytes (kind 2).
struct MigrationPayload {
    private(set) var entries: [ExchangeEntry] = []
    /// The seeds that can't be read.
    private(set) var faults: [ExchangeFault] = []
    /// The number of the transfer, and of QR codes that it has.
    private(set) var transfer: Int64 = 0
    private(set) var parts: Int64 = 1
    /// Which of the QR codes it is, from 0.
    private(set) var part: Int64 = 0

    /// Reads the address `otpauth-migration://offline?data=…`.
    ///
    /// - Throws: a fault for an address without data, and for data of another form.
    init(_ line: Slice<UnsafeRawBufferPointer>, place: String) throws(ExchangeFault) {
        let data = SeedAddress.parameters(SeedAddress.query(of: line)).first { $0.name == "data" }
        guard let message = data.flatMap({ Self.decoded($0.value) }) else {
            throw ExchangeFault("an address of a transfer without data in base64")
        }
        try message.withBytes { (bytes) throws(ExchangeFault) in
            var reader = ProtocolBufferReader(bytes[...])
            while let field = try reader.next() {
                switch (field.number, field.bytes) {
                case (1, let seed?): take(seed, place: place)
                case (3, nil): parts = field.value
                case (4, nil): part = field.value
                case (5, nil): transfer = field.value
                default: break
                }
            }
        }
    }

    /// Takes a seed, or lists it.
    private mutating func take(_ seed: Slice<UnsafeRawBufferPointer>, place: String) {
        do throws(ExchangeFault) {
            entries.append(try Self.entry(seed, place: place))
        } catch {
            let number = entries.count + faults.count + 1
            faults.append(ExchangeFault(place, "seed \(number): \(error.rule)"))
        }
    }

    /// Decodes base64 in which `+`, `/` and `=` may be written with a percent sign.
    private static func decoded(_ text: Slice<UnsafeRawBufferPointer>) -> SecretBytes? {
        PercentEncoding.decode(text)?.withBytes { bytes in
            // A reader of QR codes took a plus sign for a space.
            let plain = SecretBytes(count: bytes.count) { copy in
                for (place, byte) in bytes.enumerated() {
                    copy[place] = byte == 0x20 ? UInt8(ascii: "+") : byte
                }
            }
            return plain.withBytes { try? Base64.decode($0[...]) }
        }
    }

    private static func entry(
        _ seed: Slice<UnsafeRawBufferPointer>, place: String
    ) throws(ExchangeFault) -> ExchangeEntry {
        var address = SeedAddress(seed: SecretBytes(copying: EmptyCollection()))
        var reader = ProtocolBufferReader(seed)
        while let field = try reader.next() {
            switch (field.number, field.bytes) {
            case (1, let bytes?): address.seed = Base32.encode(bytes)
            case (2, let bytes?): address.account = String(decoding: bytes, as: UTF8.self)
            case (3, let bytes?): address.issuer = String(decoding: bytes, as: UTF8.self)
            case (4, nil):
                let names: [Int64: String] = [
                    0: "SHA1", 1: "SHA1", 2: "SHA256", 3: "SHA512", 4: "MD5",
                ]
                guard let name = names[field.value] else {
                    throw ExchangeFault("an algorithm that isn't known")
                }
                address.algorithm = name
            case (5, nil): address.digits = field.value == 2 ? 8 : 6
            case (6, nil): address.kind = field.value == 1 ? "hotp" : "totp"
            case (7, nil): address.counter = field.value
            default: break
            }
        }
        guard address.seed.count > 0 else { throw ExchangeFault("it has no digits") }
        // The name may repeat the issuer, as the label of an address does.
        let repeated = address.issuer + ":"
        if !address.issuer.isEmpty, address.account.hasPrefix(repeated) {
            address.account = String(
                address.account.dropFirst(repeated.count).drop(while: \.isWhitespace))
        }
        return ExchangeEntry(address, place: place)
    }
}

/// A reader of the fields of a message.
struct ProtocolBufferReader {
    private var rest: Slice<UnsafeRawBufferPointer>

    /// A field: a number, or bytes.
    struct Field {
        var number: UInt64
        var value: Int64 = 0
        var bytes: Slice<UnsafeRawBufferPointer>?
    }

    init(_ bytes: Slice<UnsafeRawBufferPointer>) { rest = bytes }

    /// Returns the next field; nil at the end.
    ///
    /// - Throws: a fault for a truncated message, and for a field that is neither a number nor bytes.
    mutating func next() throws(ExchangeFault) -> Field? {
        guard !rest.isEmpty else { return nil }
        let key = try number()
        var field = Field(number: key >> 3)
        switch key & 7 {
        case 0: field.value = Int64(bitPattern: try number())
        case 2:
            let count = try number()
            guard count <= rest.count else { throw Self.malformed }
            field.bytes = rest.prefix(Int(count))
            rest = rest.dropFirst(Int(count))
        default: throw Self.malformed
        }
        return field
    }

    /// Reads a number of at most 64 bits.
    private mutating func number() throws(ExchangeFault) -> UInt64 {
        var number: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            guard let byte = rest.popFirst() else { throw Self.malformed }
            number |= UInt64(byte & 0x7f) << shift
            if byte & 0x80 == 0 { return number }
        }
        throw Self.malformed
    }

    private static let malformed = ExchangeFault("the data of a transfer is damaged")
}
