import Keychain
import KeychainModel

/// Finds the item that the options of find and delete commands describe.
struct PasswordSearch {
    let kind: PasswordKind
    let arguments: Arguments
    let session: Session

    /// The name of the call that searches, in messages.
    static let function = "SecKeychainSearchCopyNext"

    /// Finds the first match, the oldest of the first keychain that has one.
    ///
    /// A keychain that cannot be searched is reported, and is an error when no other has a match.
    func first(withSecret: Bool) throws(CommandFailure) -> (item: Item, keychain: Keychain) {
        var conditions = Query.Conditions(try arguments.attributes())
        conditions.synchronizable = .any
        conditions.limit = .one
        let parts: Item.Parts = withSecret ? [.attributes, .secret] : [.attributes]
        let keychains = try KeychainArgument.keychains(arguments.operands)
        var failures: [KeychainError] = []
        for keychain in keychains {
            do throws(KeychainError) {
                let query = try Query(kind.itemClass, conditions)
                if let item = try keychain.find(query, returning: parts).first {
                    for failure in failures { session.report(Self.function, failure) }
                    return (item, keychain)
                }
            } catch {
                if error.code != .itemNotFound { failures.append(error) }
            }
        }
        // That nothing was found in the others says nothing about a keychain that failed.
        for failure in failures.dropLast() { session.report(Self.function, failure) }
        throw .call(Self.function, failures.last ?? KeychainError(.itemNotFound, "no item matches"))
    }
}
