// SPDX-License-Identifier: Apache-2.0
// Signs with a private key that stays in the keychain, with nothing but `import Security`.
//
//   signature make TAG               makes a pair of keys on P-256 and stores the private one
//   signature sign TAG               signs standard input; prints public key and signature, base 64
//   signature verify KEY SIGNATURE   verifies standard input; needs no keychain
import Foundation
import Security

func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("signature: \(message)\n".utf8))
    exit(1)
}

/// Calls a function that may return an error, which the caller must release.
func take<Result>(_ body: (UnsafeMutablePointer<Unmanaged<CFError>?>) -> Result?) -> Result {
    var error: Unmanaged<CFError>?
    if let result = body(&error) { return result }
    fail(error?.takeRetainedValue().localizedDescription ?? "no reason given")
}

let algorithm = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256

/// Returns the attributes of the key together with `more`.
func key(_ more: [String: Any]) -> CFDictionary {
    let kind: [String: Any] = [
        kSecAttrKeyType as String: kSecAttrKeyTypeECSECPrimeRandom,
        kSecAttrKeySizeInBits as String: 256,
    ]
    return kind.merging(more) { $1 } as CFDictionary
}

func make(_ tag: Data) {
    let attributes: [String: Any] = [
        kSecAttrIsPermanent as String: true, kSecAttrApplicationTag as String: tag,
    ]
    _ = take { SecKeyCreateRandomKey(key([kSecPrivateKeyAttrs as String: attributes]), $0) }
}

func sign(_ message: Data, _ tag: Data) {
    let query: [String: Any] = [
        kSecClass as String: kSecClassKey,
        kSecAttrKeyClass as String: kSecAttrKeyClassPrivate,
        kSecAttrApplicationTag as String: tag,
        kSecReturnRef as String: true,
    ]
    var result: CFTypeRef?
    let status = SecItemCopyMatching(query as CFDictionary, &result)
    guard status == errSecSuccess, let key = result as? SecKey else {
        fail(SecCopyErrorMessageString(status, nil) as String? ?? "status \(status)")
    }
    let signature = take { SecKeyCreateSignature(key, algorithm, message as CFData, $0) }
    guard let other = SecKeyCopyPublicKey(key) else { fail("no public key") }
    let bytes = take { SecKeyCopyExternalRepresentation(other, $0) }
    print((bytes as Data).base64EncodedString(), (signature as Data).base64EncodedString())
}

func verify(_ message: Data, _ bytes: Data, _ signature: Data) {
    let attributes = key([kSecAttrKeyClass as String: kSecAttrKeyClassPublic])
    let other = take { SecKeyCreateWithData(bytes as CFData, attributes, $0) }
    var error: Unmanaged<CFError>?
    guard
        SecKeyVerifySignature(other, algorithm, message as CFData, signature as CFData, &error)
    else { fail(error?.takeRetainedValue().localizedDescription ?? "not verified") }
    print("verified")
}

let words = Array(CommandLine.arguments.dropFirst())
switch (words.first, words.count) {
case ("make", 2):
    make(Data(words[1].utf8))
case ("sign", 2):
    sign(FileHandle.standardInput.readDataToEndOfFile(), Data(words[1].utf8))
case ("verify", 3):
    guard let key = Data(base64Encoded: words[1]), let other = Data(base64Encoded: words[2]) else {
        fail("not base 64")
    }
    verify(FileHandle.standardInput.readDataToEndOfFile(), key, other)
default:
    fail("usage: signature make TAG | sign TAG | verify KEY SIGNATURE")
}
