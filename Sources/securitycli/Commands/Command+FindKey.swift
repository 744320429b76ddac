import SwiftKeychain
import SwiftKeychainModel

extension Command {
    static let findKey = Command(
        name: "find-key",
        summary: "Find keys.",
        options: [.applicationLabel, .creator, .kind, .comment, .label, .keyClass]
            + CommandOption.keyUses.map(\.option),
        operands: "[keychain...]",
        notes: ["Every match is shown; keys have no kind and no comment."]
    ) { (arguments, session) throws(CommandFailure) in
        var attributes = try arguments.attributes()
        for (option, attribute) in CommandOption.keyUses where arguments.has(option) {
            attributes[attribute] = .boolean(true)
        }
        if let word = arguments.word(.keyClass) {
            guard let keyClass = keyClasses[String(decoding: word, as: UTF8.self)] else {
                throw .usage("-t: not symmetric, public or private")
            }
            attributes[.keyClass] = .number(keyClass)
        }
        var conditions = Query.Conditions(attributes)
        conditions.synchronizable = .any
        conditions.limit = .all
        let search = try KeychainSearch(
            arguments.operands, session, function: "SecItemCopyMatching")
        do throws(CommandFailure) {
            let found = try search.all { (keychain) throws(KeychainError) in
                try keychain.find(Query(.key, conditions), returning: [.attributes])
            }
            for key in found { ItemListing().write(key, to: session.output) }
        } catch {
            guard case .call(let function, let reason) = error else { throw error }
            throw .failedCall(function, reason)
        }
        return 0
    }

    private static let keyClasses: [String: Int64] = ["public": 0, "private": 1, "symmetric": 2]
}
