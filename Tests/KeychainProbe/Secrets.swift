// SPDX-License-Identifier: Apache-2.0
import CRefusal
import Foundation
import Glibc
import SwiftKeychain
import SwiftKeychainSealing
import Security

/// Uses secrets as a program does, and keeps still while another process looks at its memory.
///
/// A secret comes in a file, is read right into locked memory and never stands in an order.
enum Secrets {
    static func run() {
        var kept: [Any] = []
        Talk.obey { words in
            Talk.report { () throws(KeychainError) in
                let file = words.at(1)
                switch words[0] {
                case "unlock": try Keychain.login.unlock(passcode: secret(file))
                case "passcode":
                    let old = words.at(2)
                    try Keychain.login.setPasscode(
                        secret(file), old: old.isEmpty ? nil : secret(old))
                case "lock": try Keychain.login.lock()
                case "read": try read(words[2...], file)
                case "read-once": try check(words.at(2), secret(file), once: true)
                case "add": try add(words.at(2), file)
                case "prompt": try prompt(file)
                case "wrap": try wrap(words[1])
                // The controls, and what is meant to lie in locked memory.
                case "keep": kept.append(try secret(file).withBytes { Array($0) })
                case "hold": kept.append(try result(of: words[2]) as Any)
                case "open": kept += try opened(file, words[2], words[3])
                case "core": leaveCore(in: file)
                default: Talk.say("failed: no order \(words[0])")
                }
            }
        }
        withExtendedLifetime(kept) {}
    }

    /// Ends this process as a fault does that leaves a core, in `folder`.
    static func leaveCore(in folder: String) {
        guard chdir(folder) == 0, allow_core() == 0 else { return Talk.say("failed: no core") }
        abort()
    }

    private static func secret(_ path: String) throws(KeychainError) -> SecretBytes {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw KeychainError(.inputOutput, path) }
        defer { close(descriptor) }
        let count = Int(lseek(descriptor, 0, SEEK_END))
        return SecretBytes(count: count) { buffer in
            if pread(descriptor, buffer.baseAddress, count, 0) != count {
                Talk.say("failed: \(path)")
            }
        }
    }

    // MARK: Reading

    private static func query(_ service: String) -> [CFString: Any] {
        [kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecReturnData: true]
    }

    /// Reads the secrets of `services` in each shape a result has, on this thread and on another,
    /// and lets go of them; each is what lies in the file.
    @inline(never)
    private static func read(_ services: ArraySlice<String>, _ path: String) throws(KeychainError) {
        let services = Array(services)
        let expected = try secret(path)
        for service in services { try check(service, expected) }
        Threads.run(1) { _ in
            for service in services {
                do throws(KeychainError) {
                    try check(service, expected)
                } catch {
                    Talk.say("failed: \(error)")
                }
            }
        }
    }

    @inline(never)
    private static func check(
        _ service: String, _ expected: SecretBytes, once: Bool = false
    ) throws(KeychainError) {
        for limit in once ? [kSecMatchLimitOne] : [kSecMatchLimitOne, kSecMatchLimitAll] {
            for attributes in once ? [false] : [false, true] {
                let shape: [CFString: Any] = [
                    kSecMatchLimit: limit, kSecReturnAttributes: attributes,
                ]
                let result = try result(of: service, shape)
                let data = result.flatMap(Results.data)
                let isRight = data.map { data in
                    expected
                        == SecretBytes(count: data.length) {
                            data.getBytes($0.baseAddress!, length: $0.count)
                        }
                }
                if isRight != true { Talk.say("failed: another secret of \(service)") }
            }
        }
    }

    private static func result(
        of service: String, _ shape: [CFString: Any] = [:]
    ) throws(KeychainError) -> AnyObject? {
        var result: AnyObject?
        let query = query(service).merging(shape) { $1 }
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        guard status == errSecSuccess else {
            throw KeychainError(KeychainError.Code(rawValue: status), service)
        }
        return result
    }

    // MARK: Asking

    /// Adds an item that demands a password, which the user is asked for.
    private static func add(_ service: String, _ path: String) throws(KeychainError) {
        let secret = try secret(path)
        guard
            let control = SecAccessControlCreateWithFlags(
                nil, kSecAttrAccessibleWhenUnlocked, .applicationPassword, nil)
        else { throw KeychainError(.parameter, "no access control") }
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: secret.count, alignment: 1)
        secret.withBytes { bytes.copyMemory(from: $0) }
        let data = NSData(bytesNoCopy: bytes.baseAddress!, length: bytes.count) { start, count in
            explicit_bzero(start, count)
            start.deallocate()
        }
        let item: NSDictionary = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: service,
            kSecAttrAccessControl: control, kSecValueData: data,
        ]
        let status = SecItemAdd(item, nil)
        if status != errSecSuccess {
            throw KeychainError(KeychainError.Code(rawValue: status), service)
        }
    }

    /// Asks the user and frees the answer, which is the content of the file.
    @inline(never)
    private static func prompt(_ path: String) throws(KeychainError) {
        let prompt = Prompt(title: "Title", description: "Who asks.", label: "Passcode:")
        let expected = try secret(path)
        do throws(PromptFailure) {
            let answer = try Pinentry().secret(prompt, by: .after(.seconds(60)))
            if answer != expected { Talk.say("failed: another answer") }
        } catch {
            throw KeychainError(error)
        }
    }

    // MARK: Keys

    /// Wraps a symmetric key that a keychain has.
    @inline(never)
    private static func wrap(_ label: String) throws(KeychainError) {
        let query: [CFString: Any] = [
            kSecClass: kSecClassKey, kSecAttrLabel: label, kSecReturnRef: true,
        ]
        let aes: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeAES, kSecAttrKeySizeInBits: 256,
        ]
        var found: AnyObject?
        let status = SecItemCopyMatching(query as CFDictionary, &found)
        guard let key = found as? SecKey,
            let wrapping = SecKeyGenerateSymmetric(aes as CFDictionary, nil)
        else { throw KeychainError(KeychainError.Code(rawValue: status), label) }
        if SecKeyWrapSymmetric(key, wrapping, NSDictionary(), nil) == nil {
            Talk.say("failed: not wrapped")
        }
    }

    /// Opens a keybag and gives everything that its passcode opens.
    ///
    /// - Parameters: the files of the record, of the 32 bytes of the device key, of the passcode.
    private static func opened(
        _ record: String, _ deviceKey: String, _ passcode: String
    ) throws(KeychainError) -> [Any] {
        let deviceKey = try DeviceKey(bytes: secret(deviceKey))
        let keybag = try Keybag(
            record: secret(record).withBytes { Array($0) }, deviceKey: deviceKey)
        let keys = try keybag.open(passcode: secret(passcode), deviceKey: deviceKey)
        return [keys, keybag.unlocked(by: keys)]
    }
}
