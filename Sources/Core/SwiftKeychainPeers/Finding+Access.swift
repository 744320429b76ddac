// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSystem

extension Finding {
    /// Explains what keeps programs of one user apart in the mode of a store, what it leaves open, and what this
    /// program gets.
    package static func access(to location: Location) -> [Finding] {
        let mode: ServiceMode
        do throws(KeychainError) {
            mode = try ServiceMode.written(for: location)
        } catch {
            return [Finding("access", error.detail, isProblem: true)]
        }
        guard case .securityd(let socket, _, let source) = mode else {
            return [
                Finding(
                    "access",
                    "embedded: any program of the user can read the keychain's files; access groups"
                        + " keep only honest programs apart")
            ]
        }
        let isOfSystem =
            source == .machine || source == .adoption || socket == ServiceMode.systemSocket
        let service: DaemonMode = isOfSystem ? .system : .user
        let evidence = ProcessEvidence(process: getpid(), user: geteuid(), group: getegid())
        let rights = PeerRules(service).rights(of: evidence.seen(by: service))
        let open =
            service == .system
            ? "open to any program of the user: the groups of programs without strong evidence"
            : "open to any program of the user: the keychain's files, and programs without strong"
                + " evidence (LD_PRELOAD, ptrace)"
        return [
            Finding(
                "access",
                "securityd --\(service.rawValue) at \(socket): strength"
                    + " \(rights.strength?.rawValue ?? "none"): \(rights.source)",
                isProblem: rights.strength == nil),
            Finding("access", open),
        ]
    }
}
