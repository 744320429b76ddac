// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import Security

extension Values {
    /// Makes the access control of a class and flags.
    static func accessControl(_ json: JSON) throws -> SecAccessControl {
        let fields = try json.members(["class", "flags"])
        var flags: SecAccessControlCreateFlags = []
        for name in try fields["flags"]?.list() ?? [] {
            guard let flag = Self.flags[try name.text()] else { throw RowMistake("no such flag") }
            flags.insert(flag)
        }
        let name = NSString(string: try Constants.resolve(fields["class"]?.text() ?? ""))
        guard let made = SecAccessControlCreateWithFlags(nil, name, flags, nil) else {
            throw RowMistake("no such access control")
        }
        return made
    }

    private static let flags: [String: SecAccessControlCreateFlags] = [
        "userPresence": .userPresence, "biometryAny": .biometryAny,
        "biometryCurrentSet": .biometryCurrentSet, "devicePasscode": .devicePasscode,
        "companion": .companion, "applicationPassword": .applicationPassword,
        "privateKeyUsage": .privateKeyUsage,
        "or": .or, "and": .and,
    ]
}

/// An authentication context in which the user has not been asked.
final class Context: NSObject, _KeychainAuthenticationContext {
    let interactionNotAllowed: Bool
    let localizedReason = ""
    let _keychainContext = AuthenticationContext()

    init(_ json: JSON) throws {
        let fields = try json.members()
        interactionNotAllowed = try fields["interactionNotAllowed"]?.boolean() ?? false
        if let password = try fields["password"]?.text() {
            _keychainContext.applicationPassword = SecretBytes(copying: password.utf8)
        }
        if try fields["invalidated"]?.boolean() == true { _keychainContext.invalidate() }
    }
}
