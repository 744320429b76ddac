// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSecretService
import SwiftKeychainSystem

/// The program `keychain-secret-service`: the Secret Service of the desktop, on the keychains of the user.
///
/// It ends with 0 on SIGTERM or SIGINT, when the bus ends, or when another program takes its name, 1 for a failure, 2 for
/// wrong usage.
@main enum SecretServiceProgram {
    private static let usage = """
        usage: keychain-secret-service [--help | --version]

        Gives programs of the desktop the keychains of the user, as org.freedesktop.secrets on the bus of the session.
        The bus starts it when a program needs it, after: security secret-service enable
        """

    static func main() {
        StandardStreams.prepare()
        switch System.arguments {
        case []: break
        case ["--help"], ["-h"]:
            print(usage)
            exit(0)
        case ["--version"]:
            print("keychain-secret-service \(ProgramVersion.text)")
            exit(0)
        default: fail("unknown arguments; see keychain-secret-service --help", 2)
        }
        // Before any secret is in memory: no debugger of the same user, and no core dump, may read it.
        keychain_forbid_inspection()
        // Before any thread is started, because threads inherit which signals are blocked.
        let stopping = keychain_signals([SIGTERM, SIGINT], 2)
        // Nine threads with an arena each would take as much memory as everything else.
        keychain_limit_arenas(1)
        Log.send { StandardStreams.writeError("keychain-secret-service: \($0)") }
        do throws(KeychainError) {
            let provider = try SecretServiceProvider(
                Location.ofEnvironment(), stopping: stopping)
            do throws(KeychainError) {
                try provider.run()
            } catch {
                // The bus has ended.
                StandardStreams.writeError("keychain-secret-service: \(error.detail)")
            }
            exit(0)
        } catch {
            fail(error.detail, 1)
        }
    }

    private static func fail(_ text: String, _ status: Int32) -> Never {
        StandardStreams.writeError("keychain-secret-service: \(text)")
        exit(status)
    }
}
