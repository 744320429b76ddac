import SwiftKeychain
import SwiftKeychainModel

/// Finds the item that the options of find and delete commands describe.
struct PasswordSearch {
    let kind: PasswordKind
    let arguments: Arguments
    let session: Session

    /// Finds the first match, the oldest of the first keychain that has one.
    func first(withSecret: Bool) throws(CommandFailure) -> FoundItem {
        var conditions = Query.Conditions(try arguments.attributes())
        conditions.synchronizable = .any
        conditions.limit = .one
        let parts: Item.Parts = withSecret ? [.attributes, .secret] : [.attributes]
        let search = try KeychainSearch(arguments.operands, session)
        return try search.first { (keychain) throws(KeychainError) in
            try keychain.find(Query(kind.itemClass, conditions), returning: parts)
        }
    }
}
