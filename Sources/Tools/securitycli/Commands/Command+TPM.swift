// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem
import SwiftKeychainTPM

extension CommandOption {
    fileprivate static let turnsOff = flag("d", "disable", "With anchor: turn it off")
    fileprivate static let pcrs = word(
        "p", "pcrs", "numbers",
        "Open the device key only while these PCRs keep their values, such as 7 for Secure Boot")
}

extension Command {
    static let tpm = Command(
        name: "tpm",
        summary: "Show the TPM that keeps keys, prepare it, or have it guard keychains.",
        options: [.pcrs, .turnsOff],
        operands: "status|provision|enable|disable|recover|anchor [keychain]",
        notes: [
            "provision has the TPM keep the storage key at 0x81000001, which keys need where the",
            "owner hierarchy has a password. It asks for that password. Nothing else changes.",
            "enable has the TPM keep a new device key, so that a copy of the disk opens no keychain,",
            "and prints a recovery code. disable puts the key into its file again. recover does that",
            "with the recovery code, when the TPM is gone, was cleared or has other PCRs.",
            "anchor has a counter in the TPM show if the keychain's folder is an earlier copy.",
        ]
    ) { arguments, session in
        let words = arguments.operands.map { String(path: $0) }
        guard let word = words.first, words.count == 1 || word == "anchor" else {
            throw CommandFailure.usage(names)
        }
        guard word == "anchor" || !arguments.has(.turnsOff) else {
            throw CommandFailure.usage("-d goes with anchor")
        }
        guard word == "enable" || arguments.word(.pcrs) == nil else {
            throw CommandFailure.usage("-p goes with enable")
        }
        switch word {
        case "status": try writeStatus(session)
        case "provision": try provision(session)
        case "enable": try DeviceKeyCommand(session: session).enable(pcrs: pcrs(arguments))
        case "disable": try DeviceKeyCommand(session: session).disable()
        case "recover": try DeviceKeyCommand(session: session).recover()
        case "anchor":
            guard words.count <= 2 else { throw CommandFailure.usage("name one keychain") }
            let keychain =
                words.count == 2 ? try KeychainArgument.changeable(arguments.operands[1]) : .login
            let text = try session.changeAnchor(
                arguments.has(.turnsOff) ? .disable : .enable, of: keychain)
            session.output.write("anchor of \(keychain.path): \(text)".printable + "\n")
        default: throw CommandFailure.usage(names)
        }
        return 0
    }

    /// Writes what the TPM keeps: its storage key, and the device key.
    private static func writeStatus(_ session: Session) throws(CommandFailure) {
        // Also where there is no TPM.
        defer {
            let findings = Keychain.examineDeviceKey().map(\.text)
            for text in findings.isEmpty ? ["in its file"] : findings {
                session.output.write("device key: \(text)".printable + "\n")
            }
        }
        let (address, state, key, hasPassword) = try storage()
        session.output.write(
            """
            \(address): \(state)
            owner password: \(hasPassword ? "set" : "none")
            storage key at 0x81000001: \(key.words(ownerHasPassword: hasPassword))

            """)
    }

    /// Has the TPM keep its storage key, if it doesn't yet.
    private static func provision(_ session: Session) throws(CommandFailure) {
        let (address, _, key, hasPassword) = try storage()
        switch key {
        case .usable:
            session.output.write("\(address): the storage key is at 0x81000001 already\n")
        case .foreign:
            throw .message("\(address): another object is at 0x81000001; it isn't replaced")
        case .none:
            let password = hasPassword ? try session.password(asking: "owner password: ") : nil
            try CommandFailure.detail {
                try TPMStorageKey.make(in: address, ownerPassword: password)
            }
            session.output.write("\(address): made the storage key at 0x81000001\n")
        }
    }

    private static func storage() throws(CommandFailure) -> (
        address: TPMAddress, state: String, key: TPMStorageKey, hasPassword: Bool
    ) {
        try CommandFailure.detail {
            let address = try TPMAddress.configured()
            return (
                address, try address.state(), try TPMStorageKey(of: address),
                try address.passwords().owner
            )
        }
    }

    private static let names = "name status, provision, enable, disable, recover or anchor"

    /// Reads numbers of platform configuration registers, 0 to 23, with commas between them.
    private static func pcrs(_ arguments: Arguments) throws(CommandFailure) -> [Int] {
        guard let word = arguments.word(.pcrs) else { return [] }
        let numbers = String(path: word).split(separator: ",", omittingEmptySubsequences: false)
        let pcrs = numbers.compactMap { Int($0) }
        guard pcrs.count == numbers.count, pcrs.allSatisfy(TPMSealedSecret.registers.contains)
        else {
            throw .usage("PCRs must be numbers from 0 to 23, with commas between them")
        }
        return pcrs
    }
}

extension TPMStorageKey {
    /// Returns the line of `tpm status` about the key. Without a password of the owner, the key can be made again for
    /// each use.
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
