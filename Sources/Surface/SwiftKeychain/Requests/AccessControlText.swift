// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

/// Access controls as `item` writes them: `<class>[;<operation>(<constraint>…)]…`.
///
///     ak                                      a plain item
///     ak;od(cpo(DeviceOwnerAuthentication))   opened when the user proves presence
///     ak;od(cup(true))                        … when the passcode is entered
///     ak;od(cbio(pbioc()))                    … by any enrolled biometry
///     ak;od(cbio(pbioc()pbioh()))             … by biometry enrolled before
///     ak;od(companion(true))                  … when a paired device is near
///     ak;od(cup(true)cbio(pbioc())pkofn(1))   … by one of them; with pkofn(2) by both
///     ak;osgn(cup(true))                      a private key that requires it to sign
///     ak;prp(true)                            opened with the application's own password
///
/// `od(true)`, `oe(true)` and `odel(true)` always hold and are accepted.
package enum AccessControlText {
    private typealias Flags = AccessControl.Flags

    /// The constraints in the order in which ``text(_:)`` writes them.
    private static let constraints: [(text: String, flags: AccessControl.Flags)] = [
        ("cpo(DeviceOwnerAuthentication)", .userPresence),
        ("cup(true)", .devicePasscode),
        ("cbio(pbioc()pbioh())", .biometryCurrentSet),
        ("cbio(pbioc())", .biometryAny),
        ("companion(true)", .companion),
    ]

    /// Returns an access control in the syntax of Apple's `security item`, for example
    /// `ak;od(cpo(DeviceOwnerAuthentication))`.
    package static func text(_ control: AccessControl) -> String {
        var text = control.protection.rawValue
        var list = constraints.filter { control.flags.contains($0.flags) }.map(\.text)
        if list.count > 1 { list.append("pkofn(\(control.flags.contains(.or) ? 1 : list.count))") }
        let operation = control.flags.contains(.privateKeyUsage) ? "osgn" : "od"
        if !list.isEmpty {
            text += ";\(operation)(\(list.joined()))"
        } else if operation == "osgn" {
            text += ";osgn(true)"
        }
        if control.flags.contains(.applicationPassword) { text += ";prp(true)" }
        return text
    }

    /// Reads the form that ``text(_:)`` returns: a protection class, then operations with their constraints, separated
    /// by semicolons.
    package static func read(_ text: String) throws(WordFault) -> AccessControl {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
        guard let protection = ProtectionClass(rawValue: parts[0]) else {
            throw .message("accc: unknown protection class; use one of \(classes)")
        }
        var flags: AccessControl.Flags = []
        for part in parts.dropFirst() { flags.formUnion(try operation(part)) }
        do throws(KeychainError) {
            return try AccessControl(protection: protection, flags: flags)
        } catch {
            throw .message("accc: \(error.detail)")
        }
    }

    private static var classes: String {
        ProtectionClass.allCases.map(\.rawValue).joined(separator: " ")
    }

    /// Reads one operation and its constraints. Operations that always or never need no constraint have no flags.
    ///
    /// - Throws: a fault for an operation without brackets, and for constraints of any operation but `od` and `osgn`.
    private static func operation(_ part: String) throws(WordFault) -> AccessControl.Flags {
        switch part {
        case "od(true)", "oe(true)", "odel(true)", "prp(false)": return []
        case "prp(true)": return .applicationPassword
        case "osgn(true)": return .privateKeyUsage
        default: break
        }
        guard let bracket = part.firstIndex(of: "("), part.last == ")" else {
            throw .message("accc: an operation must have the form <name>(<constraint>…)")
        }
        let name = part[..<bracket]
        let list = part[part.index(after: bracket)...].dropLast()
        switch name {
        case "od": return try read(list)
        case "osgn": return try read(list).union(.privateKeyUsage)
        default: throw .message("accc: `\(name)` can't have constraints; use od or osgn")
        }
    }

    /// Returns the flags of one operation's constraints.
    ///
    /// Constraints follow one another without a separator. Of several, all must hold, or with `pkofn(1)` one of them;
    /// other numbers between would need a rule that access controls don't have.
    private static func read(_ list: Substring) throws(WordFault) -> AccessControl.Flags {
        var rest = list
        var flags: AccessControl.Flags = []
        var count = 0
        var wanted: Int?
        while !rest.isEmpty {
            if let known = constraints.first(where: { rest.hasPrefix($0.text) }) {
                flags.formUnion(known.flags)
                count += 1
                rest = rest.dropFirst(known.text.count)
            } else if rest.hasPrefix("pkofn("), let end = rest.firstIndex(of: ")"),
                let number = Int(rest.dropFirst("pkofn(".count).prefix(upTo: end)), wanted == nil
            {
                wanted = number
                rest = rest[rest.index(after: end)...]
            } else {
                throw .message(
                    "accc: unsupported constraint; use cpo, cup, cbio, companion or pkofn")
            }
        }
        guard count > 1 else { return flags }
        switch wanted {
        case 1: return flags.union(.or)
        case nil, count: return flags.union(.and)
        default: throw .message("accc: pkofn must be 1 or the number of constraints")
        }
    }
}
