import SwiftKeychainModel

/// Tells apart the commands for generic and for internet passwords, which else do the same.
struct PasswordKind: Sendable {
    let itemClass: ItemClass
    /// The word in the names of commands.
    let name: String
    let matchOptions: [CommandOption]
    /// What names an item beside its account: service or server.
    let place: CommandOption

    static let generic = PasswordKind(
        itemClass: .genericPassword, name: "generic", matchOptions: CommandOption.genericMatch,
        place: .service)
    static let internet = PasswordKind(
        itemClass: .internetPassword, name: "internet", matchOptions: CommandOption.internetMatch,
        place: .server)
}
