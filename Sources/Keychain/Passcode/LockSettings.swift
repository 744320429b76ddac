import KeychainMemory
import KeychainModel

/// Says when a keychain locks by itself.
public struct LockSettings: Sendable, Equatable {
    /// Seconds after unlocking; nil: only when it is told to, or the machine restarts.
    public var lockAfter: Int?
    /// Locks when the machine sleeps: it is found locked by the first call after two seconds of
    /// sleep, all since it was unlocked together.
    public var lockOnSleep: Bool

    public init(lockAfter: Int? = nil, lockOnSleep: Bool = false) {
        self.lockAfter = lockAfter
        self.lockOnSleep = lockOnSleep
    }
}

/// Keeps the settings of a store in a small file beside it: one word and its value a line.
struct LockSettingsFile {
    let path: String

    /// Reads the settings; the standard ones where there is no file.
    ///
    /// - Throws: `notAvailable` when it is there and cannot be understood: a store must not stay
    ///   open for longer than its owner said.
    func load() throws(KeychainError) -> LockSettings {
        guard let bytes = try SmallFile.read(path, limit: 4096) else { return LockSettings() }
        var settings = LockSettings()
        let text = bytes.withBytes { String(decoding: $0, as: UTF8.self) }
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            switch (words.first, words.count == 2 ? Int(words[1]) : nil) {
            case ("lock-after", let seconds?) where seconds > 0: settings.lockAfter = seconds
            case ("lock-on-sleep", let flag?) where flag == 0 || flag == 1:
                settings.lockOnSleep = flag == 1
            default: throw KeychainError(.notAvailable, "\(path): not the settings of a keychain")
            }
        }
        return settings
    }

    func store(_ settings: LockSettings) throws(KeychainError) {
        var text = "lock-on-sleep \(settings.lockOnSleep ? 1 : 0)\n"
        if let seconds = settings.lockAfter { text += "lock-after \(seconds)\n" }
        try SmallFile.replace(path, SecretBytes(copying: text.utf8))
    }
}
