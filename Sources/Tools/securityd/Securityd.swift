// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychainDaemon
import SwiftKeychainModel
import SwiftKeychainService
import SwiftKeychainSystem

/// The program `securityd`: keeps keychains for the users of a machine, and listens at a socket.
///
/// Its work is in the module of the daemon; here are the order of its start, its messages and its exit status: 0, 1 for
/// a failure, 2 for wrong usage. Messages go to standard error, which systemd writes to its journal.
@main enum Securityd {
    static func main() {
        StandardStreams.prepare()
        do {
            let options = try DaemonOptions(System.arguments)
            switch options.action {
            case .help:
                print(DaemonOptions.usage)
                exit(0)
            case .version:
                print("securityd \(ProgramVersion.text)")
                exit(0)
            case .check:
                let problems = try options.configuration().problems()
                for problem in problems { StandardStreams.writeError("securityd: \(problem)") }
                exit(problems.isEmpty ? 0 : 1)
            case .adopt(let user): report(try options.adoption(ofUser: user).give())
            case .giveBack(let user): report(try options.adoption(ofUser: user).takeBack())
            case .run: break
            }
            // Before any key is in memory: no debugger of the same user, and no core dump, may read it.
            keychain_forbid_inspection()
            // Before any thread is started, because threads inherit which signals are blocked.
            let stopping = keychain_signals([SIGTERM, SIGINT], 2)
            DescriptorLimit.raise()
            Log.send { StandardStreams.writeError("securityd: \($0)") }
            var configuration = try options.configuration()
            configuration.report = { StandardStreams.writeError("securityd: \($0)") }
            configuration.audit = configuration.auditLog
            configuration.willStop = { Readiness.tell("STOPPING=1") }
            let daemon = try Daemon(configuration)
            StandardStreams.writeError(
                "securityd: \(ProgramVersion.text) listens at \(configuration.socket)")
            // Only once the socket listens: systemd starts the units that need it on this word.
            Readiness.tell("READY=1")
            daemon.run(stopping: stopping)
            StandardStreams.writeError("securityd: stopped")
        } catch let error as DaemonOptions.Invalid {
            fail("\(error.words); see securityd --help", 2)
        } catch let error as KeychainError {
            fail(error.detail, 1)
        } catch {
            fail("\(error)", 1)
        }
    }

    /// Prints what was moved and where the originals are, and ends with status 0.
    private static func report(_ outcome: SystemAdoption.Outcome) -> Never {
        print("\(outcome.items) \(outcome.items == 1 ? "item" : "items") moved")
        print(
            "the originals are in \(outcome.originals); delete them when programs find their items")
        for path in outcome.setAside { print("set aside: \(path.printable)") }
        exit(0)
    }

    /// Prints a failure, and ends with a status.
    private static func fail(_ words: String, _ status: Int32) -> Never {
        StandardStreams.writeError("securityd: \(words)")
        exit(status)
    }
}
