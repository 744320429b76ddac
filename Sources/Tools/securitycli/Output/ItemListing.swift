// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// Items as macOS lists them; Docs/reference/command.md describes the format.
struct ItemListing {
    /// The number printed as `version:`, that of the store's format.
    static let version = 1

    /// Whether the secret is shown.
    var showsData = false
    /// Whether the secret is also shown as it is sealed in the store.
    var showsRawData = false
    /// Whether the access control is shown.
    var showsAccess = false

    func write(_ found: FoundItem, to output: Output) {
        write(found.item, of: found.keychain.path, to: output)
    }

    /// - Parameter rawData: the sealed secret.
    func write(
        _ item: Item, of path: String, rawData: SecretBytes? = nil, to output: Output
    ) {
        output.write("keychain: ")
        BufferFormat.write(path.pathBytes, to: output)
        output.write("\nversion: \(Self.version)\nclass: ")
        BufferFormat.write(Self.classBytes(item), to: output)
        output.write("\nattributes:\n")
        for line in item.itemClass.listing { Self.write(line, of: item, to: output) }
        if showsAccess { AccessListing.write(item, to: output) }
        if showsData {
            output.write("data:\n")
            if item.isPrivateKey {
                output.write("<private key: see export>")
            } else if (try? item.checkReading()) == nil {
                output.write("<key: can't be exported>")
            } else {
                item.secret?.withBytes { BufferFormat.write($0, to: output) }
            }
            output.write("\n")
        }
        if showsRawData {
            output.write("raw data:\n")
            rawData?.withBytes { BufferFormat.write($0, to: output) }
            output.write("\n")
        }
    }

    /// Passwords have a class of four characters, certificates and keys a number.
    ///
    /// The numbers are the record types of CSSM: CSSM_DL_DB_RECORD_X509_CERTIFICATE (0x80001000), and for keys
    /// CSSM_DL_DB_RECORD_PUBLIC_KEY (0x0f), _PRIVATE_KEY (0x10) and _SYMMETRIC_KEY (0x11).
    private static func classBytes(_ item: Item) -> [UInt8] {
        switch item.itemClass {
        case .genericPassword, .internetPassword: Array(item.itemClass.rawValue.utf8)
        case .certificate, .identity: [0x80, 0, 0x10, 0]
        case .key:
            switch item[.keyClass]?.integer {
            case 0: [0, 0, 0, 0x0f]
            case 1: [0, 0, 0, 0x10]
            default: [0, 0, 0, 0x11]
            }
        }
    }

    /// Writes one attribute: its tag, the format in angle brackets, and its value or `<NULL>`.
    private static func write(_ line: ListedAttribute, of item: Item, to output: Output) {
        output.write("    ")
        BufferFormat.write(line.tag, to: output)
        output.write("<\(line.format)>=")
        if let value = shown(line.attribute, of: item) {
            BufferFormat.write(bytes(value), to: output)
        } else {
            output.write("<NULL>")
        }
        output.write("\n")
    }

    /// Returns nil for a text or date that was never set, although results show its default. The alias of a certificate is a
    /// name in it, as in keychain files of macOS.
    private static func shown(_ attribute: Attribute, of item: Item) -> AttributeValue? {
        if let value = item.stored[attribute] { return value }
        let isCertificate = item.itemClass == .certificate || item.itemClass == .identity
        if attribute == .alias, isCertificate, let certificate = try? Certificate(item) {
            let name = certificate.emailAddresses.first ?? certificate.subjectSummary
            return name.map { .string($0) }
        }
        guard case .number(let number) = item[attribute] else { return nil }
        return .number(number)
    }

    /// Returns the bytes that Apple's keychains store for a value: numbers highest byte first, dates as text with a
    /// zero at the end.
    private static func bytes(_ value: AttributeValue) -> [UInt8] {
        switch value {
        case .string(let text): Array(text.utf8)
        case .data(let bytes): bytes
        case .number(let number): bigEndian(number)
        case .boolean(let flag): bigEndian(flag ? 1 : 0)
        case .date(let seconds): Array(CalendarDate(seconds: seconds).compact.utf8) + [0]
        }
    }

    /// Returns four bytes, or eight if the number needs them.
    private static func bigEndian(_ number: Int64) -> [UInt8] {
        let count = Int32(exactly: number) != nil || UInt32(exactly: number) != nil ? 4 : 8
        return (1...count).map { UInt8(truncatingIfNeeded: number >> (8 * Int64(count - $0))) }
    }
}

/// The section of a listing with the access control of the item.
///
/// There are no lists of trusted programs. The description shows protection class and constraints
/// in the syntax of `item`, and the access group. A partition list is a separate entry.
enum AccessListing {
    /// Writes the rights of an item in the form of Apple's `dump-keychain -a`.
    static func write(_ item: Item, to output: Output) {
        let partitions = item[.partitionList]?.text
        output.write("access: \(partitions == nil ? 1 : 2) entries\n    entry 0:\n")
        output.write("        authorizations (1): \(operation(item))\n")
        output.write(
            item.accessControl.isConstrained
                ? "        require-password\n" : "        don't-require-password\n")
        output.write("        description: \(AccessControlText.text(item.accessControl))")
        output.write(" access group ")
        BufferFormat.write(Array(item.accessGroup.utf8), to: output)
        output.write("\n        applications: <null>\n")
        guard let partitions else { return }
        output.write("    entry 1:\n        authorizations (1): partition_id\n")
        output.write("        don't-require-password\n        description: ")
        output.write("\(partitions.printable)\n        applications: <null>\n")
    }

    /// Returns the right that the constraints protect, by Apple's name: `any` if there are none.
    private static func operation(_ item: Item) -> String {
        guard item.accessControl.isConstrained else { return "any" }
        return item.accessControl.flags.contains(.privateKeyUsage) ? "sign" : "decrypt"
    }
}
