// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainAgent
import SwiftKeychainModel
import SwiftKeychainSystem

extension CommandOption {
    fileprivate static let repair = flag(
        "r", "repair",
        "Set damaged items aside, salvage a damaged file, and acknowledge the damage")
    fileprivate static let acceptsRollback = flag(
        "R", "accept-rollback", "Accept an earlier copy of the keychain that its anchor refuses")
    fileprivate static let acceptsKeychain = flag(
        "K", "accept-keychain",
        "Accept a keychain that was replaced or removed")
}

extension Command {
    static let doctor = Command(
        name: "doctor",
        summary: "Examine keychains, and repair them.",
        options: [.repair, .acceptsRollback, .acceptsKeychain, .asJSON],
        operands: "[keychain...]",
        notes: [
            "Prints one line for each finding. The status is 1 if a finding is a problem.",
            "--accept-rollback asks for the passcode if the keychain has one.",
        ]
    ) { arguments, session in
        var result: Int32 = 0
        var list = arguments.has(.asJSON) ? JSONList(session.output) : nil
        // The findings include all warnings.
        Log.send { _ in }
        for keychain in try keychains(arguments.operands) {
            var repaired: [Finding] = []
            if arguments.has(.repair) {
                let progress = ProgressLine(session)
                defer { progress.end() }
                do throws(KeychainError) {
                    repaired = try keychain.repair { progress.show("\($0) items examined") }
                } catch {
                    progress.end()
                    session.report("repair", error)
                    result = error.code.rawValue
                }
            }
            if arguments.has(.acceptsRollback) {
                let text = try session.changeAnchor(.accept, of: keychain)
                repaired.append(Finding("anchor", text))
            }
            if arguments.has(.acceptsKeychain) {
                let text = try CommandFailure.detail(exitStatus: nil) {
                    try keychain.acceptKeychain()
                }
                repaired.append(Finding(Finding.keychain, text))
            }
            for finding in repaired { write("done", finding, keychain, &list, session) }
            // Of a keychain that is accepted as gone there is nothing to examine.
            if arguments.has(.acceptsKeychain), !keychain.isThere { continue }
            for finding in keychain.diagnose() + keychain.access() + keychain.examineCircle() {
                write(finding.isProblem ? "problem" : "ok", finding, keychain, &list, session)
                if finding.isProblem, result == 0 { result = 1 }
            }
            try session.output.flush()
        }
        list?.end()
        return result
    }

    /// Returns the keychains that `words` name; without any, the login keychain and the default
    /// one.
    ///
    /// The login keychain comes first: it stores which keychain is the default, and may need
    /// repair.
    private static func keychains(_ words: [[UInt8]]) throws(CommandFailure) -> [Keychain] {
        guard words.isEmpty else { return try KeychainArgument.named(words) }
        let standard = Keychain.default
        return standard.isLogin || (try? standard.requirePlace()) == nil
            ? [.login] : [.login, standard]
    }

    /// Writes one finding: in the list with -J, else as a line with its mark.
    private static func write(
        _ mark: String, _ finding: Finding, _ keychain: Keychain, _ list: inout JSONList?,
        _ session: Session
    ) {
        guard list == nil else {
            list?.add([
                ("finding", .text(mark)), ("subject", .text(finding.subject)),
                ("text", .text(finding.text)), ("keychain", .text(keychain.path)),
            ])
            return
        }
        let colours: [String: Colour] = ["ok": .green, "problem": .red, "done": .yellow]
        session.output.write(mark, in: colours[mark] ?? .bold)
        session.output.write(": \(finding.subject): \(finding.text)".printable + "\n")
    }
}
