import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainTokens

extension Command {
    static let tpm = Command(
        name: "tpm",
        summary: "Show the TPM that keeps keys, or prepare it.",
        operands: "status|provision",
        notes: [
            "provision has the TPM keep the storage key at 0x81000001, which keys need where the",
            "owner hierarchy has a password. It asks for that password. Nothing else changes.",
        ]
    ) { (arguments, session) throws(CommandFailure) in
        let words = arguments.operands.map { String(path: $0) }
        guard words == ["status"] || words == ["provision"] else {
            throw .usage("name status or provision")
        }
        let address: TPMAddress
        let state: String
        let key: TPMStorageKey
        let hasPassword: Bool
        do throws(KeychainError) {
            address = try TPMAddress.configured()
            state = try address.state()
            key = try TPMStorageKey(of: address)
            hasPassword = try address.hasOwnerPassword()
        } catch {
            throw .message(error.detail)
        }
        if words == ["status"] {
            session.output.write(
                """
                \(address): \(state)
                owner password: \(hasPassword ? "set" : "none")
                storage key at 0x81000001: \(key.words(ownerHasPassword: hasPassword))

                """)
            return 0
        }
        switch key {
        case .usable:
            session.output.write("\(address): the storage key is at 0x81000001 already\n")
        case .foreign:
            throw .message("\(address): another object is at 0x81000001; it isn't replaced")
        case .none:
            let password =
                hasPassword
                ? try PasswordSource(session: session).password(.asked, asking: "owner password: ")
                : nil
            do throws(KeychainError) {
                try TPMStorageKey.make(in: address, ownerPassword: password)
            } catch {
                throw .message(error.detail)
            }
            session.output.write("\(address): made the storage key at 0x81000001\n")
        }
        return 0
    }
}

extension TPMStorageKey {
    fileprivate func words(ownerHasPassword: Bool) -> String {
        let without =
            ownerHasPassword
            ? "keys can't be made or used without it" : "made for each use, as no password is set"
        return switch self {
        case .usable: "there"
        case .none: "none; \(without)"
        case .foreign: "another object; \(without)"
        }
    }
}
