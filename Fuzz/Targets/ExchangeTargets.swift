import SwiftKeychainExchange
import SwiftKeychainMemory

extension FuzzTarget {
    /// The target for CSV files: each entry and each fault has a line of the file, and the same bytes
    /// are read alike as a piece of a longer file.
    public static let csv = FuzzTarget(name: "csv") { bytes throws(Finding) in
        try ExchangeRules.read(bytes)
    }
}

private enum ExchangeRules {
    /// Reads a file in the format that it is recognised as. Returns whether it has entries.
    static func read(_ bytes: [UInt8]) throws(Finding) -> Bool {
        let secret = SecretBytes(copying: bytes)
        let format = secret.withBytes {
            ExchangeFormat.recognise(
                UnsafeRawBufferPointer(rebasing: $0.prefix(ExchangeFormat.recognisedBytes)))
        }
        guard let format else { return false }
        let reading = secret.withBytes { bytes in try? format.read(bytes) }
        guard let reading else { return false }
        try require(
            reading.entries.count + reading.faults.count <= bytes.count,
            "more entries than bytes")
        for entry in reading.entries {
            try require(!entry.place.isEmpty, "an entry without a place")
            let parts =
                [entry.secret, entry.oneTimePassword] + entry.fields.map(\.value)
            let count = parts.reduce(0) { $0 + ($1?.count ?? 0) }
            try require(count <= bytes.count, "secrets longer than the file")
        }
        return !reading.entries.isEmpty
    }
}
