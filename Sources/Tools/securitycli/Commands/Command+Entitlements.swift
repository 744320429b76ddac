// SPDX-License-Identifier: Apache-2.0
import Glibc
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
        let (program, evidence) = try program(arguments.operands.first)
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

    /// Returns the path of a program, without symbolic links, as /proc/self/exe shows it, and what the
    /// kernel says about it.
    ///
    /// - Parameter word: a path, or a name that is looked up as a shell does, or the number of a process; nil
    ///   for this command.
    private static func program(
        _ word: [UInt8]?
    ) throws(CommandFailure) -> (String, ProcessEvidence) {
        guard let word else {
            let path = try calling("SecTaskCreateFromSelf") { try ProgramFile.path() }
            return (
                path, ProcessEvidence(process: getpid(), user: geteuid(), group: getegid())
            )
        }
        let name = String(path: word)
        if let process = pid_t(name) {
            guard let evidence = ProcessEvidence(explaining: process) else {
                throw .message("\(name): no such process")
            }
            guard case .known(let file) = evidence.program else {
                throw .message("\(name): the program of the process can't be read, or was replaced")
            }
            return (file.path, evidence)
        }
        let path = try path(of: name)
        return (
            path, ProcessEvidence(startingProgramAt: path, user: geteuid(), group: getegid())
        )
    }

    /// Returns the path of a program, found in `$PATH` as a shell does, with links resolved, because lists name the
    /// file itself.
    private static func path(of name: String) throws(CommandFailure) -> String {
        let found = name.contains("/") ? name : ChildProcess.path(of: name)
        guard let found, System.exists(found, for: X_OK), let path = try? System.resolve(found)
        else { throw .message("\(name): no such program") }
        return path
    }
}
