// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainPeers
import SwiftKeychainService
import SwiftKeychainSystem

extension Command {
    static let entitlements = Command(
        name: "entitlements",
        summary: "Explain which access groups a program gets, and why.",
        operands: "[program]",
        notes: [
            "A program gets the groups of the property list that KEYCHAIN_ENTITLEMENTS names, or",
            "else of the list PROGRAM.entitlements next to it. Without a list it is unsigned.",
            "Without a program this command explains its own groups. A number is a process.",
            "The lines of securityd say what its services give: it learns from the kernel which",
            "program calls, and ignores KEYCHAIN_ENTITLEMENTS.",
        ]
    ) { arguments, session in
        let (program, evidence) =
            if let word = arguments.operands.first {
                try CommandFailure.detail { try ProcessEvidence.explaining(String(path: word)) }
            } else {
                try calling("SecTaskCreateFromSelf") { try ProcessEvidence.explainingSelf() }
            }
        session.output.write("program: \(program.printable)\n")
        let list: EntitlementList?
        do throws(KeychainError) {
            list = try Entitlements.list(ofProgramAt: program)
        } catch {
            try session.output.flush()
            let name = Status.name(of: error.code.rawValue) ?? ""
            throw CommandFailure.message(
                "\(error.detail); calls of the program fail with \(name) (\(error.code.rawValue))")
        }
        for line in EntitlementList.lines(list, of: program) + evidence.rightsLines {
            session.output.write(line.printable + "\n")
        }
        return 0
    }
}
