// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel

/// The secrets of the items that `keychain://service/account` references name, each read once.
///
/// `run` and `inject` use it. A reference that occurs several times asks the user at most once.
struct SecretReferences {
    private let search: NamedItemSearch
    private var known: [[UInt8]: SecretBytes] = [:]
    /// The end of a reference that stands for the current one-time password.
    private static let code = Array("?otp".utf8)

    /// Takes the keychains that options name, or those that are always searched.
    init(_ arguments: Arguments, _ session: Session) throws(CommandFailure) {
        search = NamedItemSearch(
            session: session,
            keychains: try KeychainArgument.searched(arguments.words(.referredKeychain)))
    }

    /// Returns the secret that `reference` names.
    ///
    /// - Parameter place: where the reference is, for messages.
    mutating func secret(
        _ reference: [UInt8], at place: String
    ) throws(CommandFailure) -> SecretBytes {
        if let secret = known[reference] { return secret }
        do throws(CommandFailure) {
            let wantsCode = reference.suffix(Self.code.count) == Self.code[...]
            let named = wantsCode ? Array(reference.dropLast(Self.code.count)) : reference
            let name = try CommandFailure.only { try ItemName(reference: named) }
            let found = try search.item(
                name, returning: wantsCode ? .attributes : [.attributes, .secret])
            let secret =
                try wantsCode
                ? found.oneTimePassword().text
                : found.item.secret ?? SecretBytes(copying: EmptyCollection())
            known[reference] = secret
            return secret
        } catch {
            switch error {
            case .call(let function, let reason, _):
                search.session.report(
                    function, reason, at: "\(place): \(BufferFormat.escaped(reference))")
                throw .reported(status: error.status)
            case .message(let text, let status):
                throw .message("\(place): \(text)", status: status)
            default: throw error
            }
        }
    }
}

extension CommandOption {
    static let referredKeychain = word(
        "k", "keychain", "keychain", "Look in this keychain only; may be given several times")
}
