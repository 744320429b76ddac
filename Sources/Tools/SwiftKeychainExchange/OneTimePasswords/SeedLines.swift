// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSystem

/// A text file of `otpauth:` addresses, one a line, as authenticator apps export it, and of the addresses in the QR
/// codes that Google Authenticator shows for a transfer.
///
///     otpauth://totp/Example:jane?secret=JBSWY3DPEHPK3PXP&issuer=Example
///     otpauth-migration://offline?data=Ci0KFEhlbGxv…
struct SeedLines {
    private static let address = SeedAddress.scheme
    private static let migration = Array("otpauth-migration://".utf8)

    static func recognise(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.starts(with: address) || bytes.starts(with: migration)
    }

    /// Reads the lines. Each is an entry, or several for a transfer.
    static func read(_ bytes: UnsafeRawBufferPointer) -> ExchangeReading {
        var reading = ExchangeReading()
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            guard !line.isEmpty else { continue }
            do throws(ExchangeFault) {
                if line.starts(with: migration) {
                    reading.entries += try MigrationPayload.read(line, place: ":\(index + 1)")
                } else {
                    reading.entries.append(try entry(line, place: ":\(index + 1)"))
                }
            } catch {
                reading.faults.append(ExchangeFault(line: index + 1, error.rule))
            }
        }
        return reading
    }

    /// Makes the entry of an address.
    private static func entry(
        _ line: Slice<UnsafeRawBufferPointer>, place: String
    ) throws(ExchangeFault) -> ExchangeEntry {
        guard line.starts(with: address), String.isUTF8(UnsafeRawBufferPointer(rebasing: line))
        else { throw ExchangeFault("not an otpauth address") }
        var entry = ExchangeEntry(place: place)
        (entry.title, entry.user) = SeedAddress.names(in: line)
        if entry.title.isEmpty { entry.title = entry.user }
        entry.oneTimePassword = SecretBytes(copying: line)
        return entry
    }
}
