import Foundation
import KeychainCertificates
import KeychainModel
import KeychainObjects

// The operations of a key on the caller's objects; `algorithm` is the raw value of a
// `SecKeyAlgorithm`.
extension SecKey {
    package func signature(
        of data: NSData, _ algorithm: NSString
    ) throws(KeychainError) -> NSData {
        let algorithm = try KeyAlgorithm(algorithm)
        return NSData(
            try data.lend { bytes throws(KeychainError) in try value.sign(bytes, algorithm) })
    }

    /// - Throws: `verifyFailed` when the signature is not of this key and this data.
    package func verify(
        _ signature: NSData, of data: NSData, _ algorithm: NSString
    ) throws(KeychainError) {
        let algorithm = try KeyAlgorithm(algorithm)
        try signature.lend { signature throws(KeychainError) in
            try data.lend { bytes throws(KeychainError) in
                try value.verify(signature, of: bytes, algorithm)
            }
        }
    }

    package func encrypted(
        _ data: NSData, _ algorithm: NSString
    ) throws(KeychainError) -> NSData {
        let algorithm = try KeyAlgorithm(algorithm)
        return NSData(
            try data.lend { bytes throws(KeychainError) in try value.encrypt(bytes, algorithm) })
    }

    package func decrypted(
        _ data: NSData, _ algorithm: NSString
    ) throws(KeychainError) -> NSData {
        let algorithm = try KeyAlgorithm(algorithm)
        return NSData(
            secret: try data.lend { bytes throws(KeychainError) in
                try value.decrypt(bytes, algorithm)
            })
    }

    package func exchange(
        with peer: SecKey, _ algorithm: NSString, _ parameters: NSDictionary
    ) throws(KeychainError) -> NSData {
        let algorithm = try KeyAlgorithm(algorithm)
        let parameters = try KeyExchangeParameters(parameters)
        let info = parameters.sharedInfo ?? NSData()
        return NSData(
            secret: try info.lend { info throws(KeychainError) in
                try value.exchange(
                    with: peer.value, algorithm, count: parameters.count, sharedInfo: info)
            })
    }

    /// Tells whether the key can do an operation, as `SecKeyOperationType` numbers it.
    package func supports(_ operation: Int, _ algorithm: NSString) -> Bool {
        guard let operation = KeyOperation(rawValue: operation),
            let algorithm = try? KeyAlgorithm(algorithm)
        else { return false }
        return value.supports(operation, algorithm)
    }
}

extension KeyAlgorithm {
    /// Finds an algorithm by its name.
    fileprivate init(_ name: NSString) throws(KeychainError) {
        guard let known = CallerValue(name).text.flatMap(KeyAlgorithm.named) else {
            throw KeychainError(.parameter, "algorithm: not one of the kSecKeyAlgorithm values")
        }
        self = known
    }
}

extension NSData {
    fileprivate convenience init(_ bytes: [UInt8]) {
        self.init(bytes: bytes, length: bytes.count)
    }

    /// Lends the bytes for the length of `body`.
    func lend<Result>(
        _ body: (UnsafeRawBufferPointer) throws(KeychainError) -> Result
    ) throws(KeychainError) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try body(UnsafeRawBufferPointer(start: bytes, count: length))
    }
}
