// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain

// keychain-bench [--json FILE] [--command PATH] [SIZE…]: measures at each number of items;
// keychain-bench --keys: measures signing alone;
// keychain-bench --tpm LIBRARY: also measures signing with a key in a TPM, beside the library of tpm-floor.c;
// keychain-bench --passcode [SIZE…]: measures how long the first passcode delays other calls;
// keychain-bench --securityd [SIZE…]: measures the calls through securityd alone;
// keychain-bench --make HOME: makes a store there, for
// keychain-bench --repeat OPERATION COUNT HOME: repeats an operation on it, and measures nothing;
// keychain-bench --secret-service SIZE ADDRESS…: measures the providers on buses (Benchmarks/secret-service);
// keychain-bench --serve HOME: is the securityd of a measured store.

var sizes: [Int] = []
var json: String?
var command = ".build/release/security"
var isAboutKeys = false
var floorOfTPM: String?
var isAboutPasscodes = false
var isAboutSecurityd = false
var arguments = Array(CommandLine.arguments.dropFirst())
while let argument = arguments.first {
    arguments.removeFirst()
    switch argument {
    case "--json": json = arguments.isEmpty ? nil : arguments.removeFirst()
    case "--keys": isAboutKeys = true
    case "--tpm": floorOfTPM = arguments.isEmpty ? nil : arguments.removeFirst()
    case "--make" where arguments.count == 1:
        try Repetition(home: arguments[0]).makeStore()
        exit(0)
    case "--serve" where arguments.count == 1:
        try SecuritydSuite.serve(arguments[0])
        exit(0)
    case "--repeat" where arguments.count == 3:
        let repetition = Repetition(home: arguments[2])
        guard let count = Int(arguments[1]), try repetition.run(arguments[0], count: count) else {
            let known =
                "find, miss, SecItem, SecItem-miss, SecItem-add, sign, C, add, floor-find, floor-miss, floor-add"
            FileHandle.standardError.write(Data("--repeat: \(known)\n".utf8))
            exit(2)
        }
        exit(0)
    case "--secret-service" where arguments.count >= 2:
        guard let size = Int(arguments.removeFirst()) else { exit(2) }
        try SecretServiceSuite(arguments, size: size).run()
        exit(0)
    case "--passcode": isAboutPasscodes = true
    case "--securityd": isAboutSecurityd = true
    case "--command": command = arguments.isEmpty ? command : arguments.removeFirst()
    default:
        guard let size = Int(argument), size > 0 else {
            FileHandle.standardError.write(
                Data(
                    ("usage: keychain-bench [--json FILE] [--command PATH] [--tpm LIBRARY] [--keys"
                        + " | --passcode | --securityd] [SIZE…]\n").utf8))
            exit(2)
        }
        sizes.append(size)
    }
}
if sizes.isEmpty { sizes = [100, 1_000, 100_000] }

/// Calls `body` with a new folder, and removes it afterwards.
func inNewHome(_ body: (String) throws -> Void) throws {
    let home = NSTemporaryDirectory() + "keychain-bench-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: home) }
    try body(home)
}

var report = Report()
print(Report.header())
for size in isAboutPasscodes ? sizes : [] {
    try inNewHome { home in try PasscodeSuite(size: size, home: home).run(into: &report) }
}
for size in isAboutSecurityd ? sizes : [] {
    try inNewHome { home in
        let items = SampleItems(size: size)
        try items.fill(Keychain(home: home, groups: nil))
        try SecuritydSuite(items: items, home: home).run(into: &report)
    }
}
if isAboutPasscodes || isAboutSecurityd { exit(0) }
for size in isAboutKeys ? [] : sizes {
    try inNewHome { home in
        try Suite(size: size, home: home).run(command: command, into: &report)
    }
}
for size in isAboutKeys ? [] : [100, 10_000] {
    try inNewHome { home in try IdentitySuite(size: size, home: home).run(into: &report) }
}
try inNewHome { home in try KeySuite(home: home).run(into: &report) }
if let floorOfTPM {
    try inNewHome { home in try TPMSuite(home: home, floor: floorOfTPM).run(into: &report) }
}
if let json { try report.write(to: json) }
