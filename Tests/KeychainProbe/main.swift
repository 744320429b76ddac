// SPDX-License-Identifier: Apache-2.0
// A program that the integration tests run: it does what its first argument says and tells how it
// went, a line at a time. A HOME of "-" is the keychain that the environment names.
import Glibc
import SwiftKeychain
import SwiftKeychainService

let arguments = Array(CommandLine.arguments.dropFirst())

// Whatever goes wrong, no process outlives its test by much.
alarm(300)

/// Gives the keychain that the second argument names.
func keychain(system: SystemSources = .init()) -> Keychain {
    arguments.count > 1 && arguments[1] != "-"
        ? Keychain(home: arguments[1], system: system) : Keychain.default
}

func text(_ index: Int) -> String { arguments.at(index) }
func number(_ index: Int) -> Int { Int(text(index)) ?? 0 }

switch text(0) {
case "add": Adding(keychain(), service: text(2), count: number(3), forkEvery: number(4)).run()
case "loop": Adding(keychain(), service: text(2), count: .max, forkEvery: 0).runForEver()
case "create":
    Talk.awaitGo()
    Talk.report { () throws(KeychainError) in
        try keychain().add(try Items.item(text(2), "first"))
    }
case "salvage": Salvaging(home: text(1)).run()
case "hold": Holding.run()
case "rewrite": Rewriting(keychain(), service: text(2), rounds: number(3)).run()
case "call": Calling(keychain: keychain(), client: number(2), items: number(3)).run()
case "mix": Mixing(keychain(), threads: number(2), rounds: number(3)).run()
case "fork-among-threads": ForkAmongThreads(keychain(), forks: number(2)).run()
case "path": Talk.say("path \(Keychain.default.path)")
case "where": Whereabouts.run()
case "where-later": Whereabouts.runLater()
case "where-scarce": Whereabouts.runScarce()
case "miss": Whereabouts.miss()
case "evaluate": Whereabouts.evaluate()
case "entitlement": Whereabouts.showEntitlement(text(1))
case "find": Whereabouts.find(group: text(2))
case "passcode": Passcodes.run(text(2), text(3), text(4))
case "obey": Talk.obey { words in Passcodes.run(words[0], words.at(1), words.at(2)) }
case "secrets": Secrets.run()
case "without-keyring": WithoutKeyring.run(error: Int32(number(1)), arguments.dropFirst(2))
case "full-quota": WithoutKeyring.runWithFullQuota(arguments.dropFirst())
case "core": Secrets.leaveCore(in: text(1))
case "follow": Passcodes.follow(text(2))
case "leak": Leaks(scenario: text(2), home: arguments[1], bytes: max(64, number(3))).run()
default:
    Talk.say("no such verb: \(text(0))")
    exit(2)
}

extension [String] {
    /// The word at `index`; empty where there is none.
    func at(_ index: Int) -> String { count > index ? self[index] : "" }
}
