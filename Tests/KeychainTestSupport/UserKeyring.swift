import Foundation

/// Looks into the kernel's keyring of the user, in which a store with a passcode keeps two keys.
public enum UserKeyring {
    /// Counts the keys of the store that these 16 bytes name; those that are about to go do not
    /// count.
    public static func keys(of store: [UInt8]) -> Int {
        let name = store.map { String(format: "%02x", $0) }.joined()
        let lines = KernelFile.lines("/proc/keys") ?? []
        return lines.count { line in
            let words = line.split(separator: " ")
            // The flags: R is revoked, D dead, i invalidated.
            return line.contains(" swift-keychain:\(name):")
                && !words[1].contains { "RDi".contains($0) }
        }
    }
}
