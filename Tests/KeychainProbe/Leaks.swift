// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import SwiftKeychain
import Security

/// Stores and finds a secret that can be recognised, lets go of it, and looks for it in memory.
///
/// Says `found NAME COUNT` for each kind of mapping that still holds a part of it, then `scanned`.
struct Leaks {
    let scenario: String
    let home: String
    let canary: MaskedBytes
    private let scan = MemoryScan()

    init(scenario: String, home: String, bytes: Int) {
        canary = MaskedBytes(random: bytes)
        self.scenario = scenario
        self.home = home
    }

    func run() {
        do throws(KeychainError) {
            switch scenario {
            case "typed": try typed()
            case "found": try found()
            case "held": try held()
            case "kept copy": try keptCopy()
            case "dictionary": dictionary(deleting: true)
            case "found by dictionary": dictionary(deleting: false)
            case "swift data": swiftData()
            case "device key": try deviceKey(keepingLine: false)
            case "kept device key": try deviceKey(keepingLine: true)
            case "derived keys": try derivedKeys()
            case "file": try file()
            case "backup": try backup()
            case "stored P-256": storedKey(kSecAttrKeyTypeEC, bits: 256, keeping: false)
            case "stored P-521": storedKey(kSecAttrKeyTypeEC, bits: 521, keeping: false)
            case "stored RSA": storedKey(kSecAttrKeyTypeRSA, bits: 2048, keeping: false)
            case "kept P-256": storedKey(kSecAttrKeyTypeEC, bits: 256, keeping: true)
            case "kept RSA": storedKey(kSecAttrKeyTypeRSA, bits: 2048, keeping: true)
            case "released P-256": releasedKey(kSecAttrKeyTypeEC, bits: 256)
            case "released RSA": releasedKey(kSecAttrKeyTypeRSA, bits: 2048)
            case "file P-256": keyInFiles(kSecAttrKeyTypeEC, bits: 256)
            case "file RSA": keyInFiles(kSecAttrKeyTypeRSA, bits: 2048)
            default: Talk.say("failed: no scenario \(scenario)")
            }
        } catch {
            Talk.say("failed: \(error)")
        }
        Talk.say("scanned")
    }

    var keychain: Keychain { Keychain(home: home) }

    func report(_ needle: MaskedBytes) {
        for (name, count) in scan.places(of: needle) { Talk.say("found \(name) \(count)") }
    }

    // MARK: The typed API

    private func useTyped() throws(KeychainError) {
        try keychain.add(
            try NewItem(
                .genericPassword, attributes: [.service: .string("leak")], secret: canary.secret))
        for _ in 0..<3 {
            let item = try keychain.find(try Items.all("leak"))[0]
            if item.secret != canary.secret { Talk.say("failed: another secret") }
            _ = "\(item) \(String(reflecting: item.secret))"
        }
        try keychain.update(
            try Items.all("leak"), try Change([.label: .string("x")], secret: canary.secret))
    }

    private func typed() throws(KeychainError) {
        try useTyped()
        report(canary)
    }

    /// Nothing comes after the search that could cover its traces.
    private func found() throws(KeychainError) {
        try useTyped()
        _ = try keychain.find(try Items.all("leak"))
        report(canary)
    }

    /// A secret that is held is in locked memory, once.
    private func held() throws(KeychainError) {
        try useTyped()
        let item = try keychain.find(try Items.all("leak"))[0]
        report(canary)
        withExtendedLifetime(item) {}
    }

    /// The control: a kept copy must be found.
    private func keptCopy() throws(KeychainError) {
        try useTyped()
        let copy = try keychain.find(try Items.all("leak"))[0].secret!.withBytes { Array($0) }
        report(canary)
        withExtendedLifetime(copy) {}
    }

    /// Gives the test what to look for in files: the canary, on standard output only.
    private func file() throws(KeychainError) {
        try useTyped()
        let digits = (0..<canary.count).map { index in
            var byte: UInt8 = 0
            withUnsafeMutableBytes(of: &byte) { canary.unmask(into: $0, from: index) }
            return String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }
        Talk.say("canary \(digits.joined())")
    }

    // MARK: Dictionaries

    /// Makes data whose bytes are the caller's, who wipes them.
    private func callersData() -> NSData {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: canary.count, alignment: 1)
        canary.unmask(into: bytes)
        return NSData(bytesNoCopy: bytes.baseAddress!, length: bytes.count) { start, count in
            explicit_bzero(start, count)
            start.deallocate()
        }
    }

    private func useDictionaries(deleting: Bool, _ look: (AnyObject) -> Bool) {
        let add: NSDictionary = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: "leak",
            kSecValueData: callersData(), kSecReturnData: true,
        ]
        var result: AnyObject?
        expect(SecItemAdd(add, &result), result.map(look))
        result = nil
        for limit in [kSecMatchLimitOne, kSecMatchLimitAll] {
            for attributes in [false, true] {
                let query: NSDictionary = [
                    kSecClass: kSecClassGenericPassword, kSecAttrService: "leak",
                    kSecMatchLimit: limit, kSecReturnData: true,
                    kSecReturnAttributes: attributes,
                ]
                expect(SecItemCopyMatching(query, &result), result.map(look))
                result = nil
            }
        }
        guard deleting else { return }
        let query: NSDictionary = [kSecClass: kSecClassGenericPassword, kSecAttrService: "leak"]
        expect(SecItemUpdate(query, [kSecValueData: callersData()] as NSDictionary), true)
        expect(SecItemDelete(query), true)
    }

    private func expect(_ status: OSStatus, _ isRight: Bool?) {
        if status != 0 || isRight != true { Talk.say("failed: status \(status)") }
    }

    private func dictionary(deleting: Bool) {
        useDictionaries(deleting: deleting) { result in
            guard let data = Results.data(in: result) else { return false }
            return canary.secret
                == SecretBytes(count: data.length) {
                    data.getBytes($0.baseAddress!, length: $0.count)
                }
        }
        report(canary)
    }

    /// Callers say `as? Data`; what Foundation makes of it lies in its hands.
    private func swiftData() {
        useDictionaries(deleting: false) { result in
            guard let data = Results.data(in: result) as Data? else { return false }
            return data.withUnsafeBytes { bytes in
                canary.secret == SecretBytes(count: bytes.count) { $0.copyMemory(from: bytes) }
            }
        }
        report(canary)
    }
}
