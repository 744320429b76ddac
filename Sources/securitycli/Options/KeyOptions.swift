// Table: the options by which find-key names attributes of keys.
import SwiftKeychainModel

extension CommandOption {
    static let applicationLabel = CommandOption(
        "a", "application-label", .attribute("label", .applicationLabel, .bytes),
        "Application label, the hash of the public key: as it is, or 0x and digits")
    static let keyClass = CommandOption(
        "t", "type", .word("class"), "Class of the key: symmetric, public or private")

    /// The options that ask for keys which may be used for something.
    static let keyUses: [(option: CommandOption, attribute: Attribute)] = [
        (use("d", "decrypt"), .canDecrypt), (use("e", "encrypt"), .canEncrypt),
        (use("r", "derive"), .canDerive), (use("s", "sign"), .canSign),
        (use("u", "unwrap"), .canUnwrap), (use("v", "verify"), .canVerify),
        (use("w", "wrap"), .canWrap),
    ]

    private static func use(_ letter: Unicode.Scalar, _ name: String) -> CommandOption {
        CommandOption(letter, name, .none, "Keys that may \(name)")
    }
}
