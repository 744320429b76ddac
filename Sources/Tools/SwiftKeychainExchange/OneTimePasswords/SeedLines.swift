// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSystem

/// A text file of `otpauth:` addresses, one a line, as authenticator apps export it, and of the addresses in the QR
/// codes that Google Authenticator shows for a transfer. Blank lines and those that begin with `#` are skipped.
///
///     otpauth://totp/Example:jane?secret=JBSWY3DPEHPK3PXP&issuer=Example
///     otpauth-migration://offline?data=Ci0KFEhlbGxv…
struct SeedLines {
    private static let address = SeedAddress.scheme
    private static let migration = Array("otpauth-migration://".utf8)

    static func recognise(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let first = lines(bytes).first?.text else { return false }
        return first.starts(with: address) || first.starts(with: migration)
    }

    /// Returns the lines with contents, without blanks around them, and their numbers from 1.
    private static func lines(
        _ bytes: UnsafeRawBufferPointer
    ) -> [(number: Int, text: Slice<UnsafeRawBufferPointer>)] {
        bytes.withoutMark.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .enumerated().map { ($0 + 1, $1.trimmed(where: Base64.isBlank)) }
            .filter { !$0.1.isEmpty && $0.1.first != UInt8(ascii: "#") }
    }

    /// Reads the lines. Each is an entry, or several for a transfer.
    static func read(_ bytes: UnsafeRawBufferPointer) -> ExchangeReading {
        var reading = ExchangeReading()
        var transfers: [(line: Int, payload: MigrationPayload)] = []
        for (number, line) in lines(bytes) {
            do throws(ExchangeFault) {
                if line.starts(with: migration) {
                    let payload = try MigrationPayload(line, place: ":\(number)")
                    reading.entries += payload.entries
                    reading.faults += payload.faults
                    transfers.append((number, payload))
                } else {
                    reading.entries.append(try entry(line, place: ":\(number)"))
                }
            } catch {
                reading.faults.append(ExchangeFault(line: number, error.rule))
            }
        }
        reading.faults += missing(transfers)
        return reading
    }

    /// Lists the QR codes that the file lacks of each transfer: an app shows several for many seeds.
    private static func missing(
        _ payloads: [(line: Int, payload: MigrationPayload)]
    ) -> [ExchangeFault] {
        let transfers = Dictionary(grouping: payloads, by: \.payload.transfer).values
        return transfers.sorted { $0[0].line < $1[0].line }.compactMap { parts in
            let count = parts[0].payload.parts
            let known = Set(parts.map(\.payload.part))
            // An app makes a dozen at most; any other number is damage.
            guard 2...100 ~= count else { return nil }
            let missing = (0..<count).filter { !known.contains($0) }.map { "\($0 + 1)" }
            if missing.isEmpty { return nil }
            return ExchangeFault(
                line: parts[0].line,
                "QR code \(missing.joined(separator: ", ")) of the \(count) of this transfer")
        }
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
        let seed = SecretBytes(copying: line)
        _ = try SeedAddress(seed).key
        entry.oneTimePassword = seed
        return entry
    }
}
