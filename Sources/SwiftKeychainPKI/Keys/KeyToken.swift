import SwiftKeychainMemory

/// A private key that stays in a token, which does its operations.
package protocol KeyToken: Sendable {
    /// The value of `kSecAttrTokenID`.
    var id: String { get }
    /// The key in the form in which it is stored, which only the token can use.
    var stored: SecretBytes { get }
    /// 04 ‖ X ‖ Y.
    var publicBytes: [UInt8] { get }

    /// Signs a digest of 1 to 64 bytes (ECDSA), and returns r and s with the highest byte first.
    func signature(
        of digest: UnsafeRawBufferPointer
    ) throws(PKIError) -> (r: [UInt8], s: [UInt8])

    /// Returns the X coordinate of the point that the key shares with `point`, 04 ‖ X ‖ Y of the same curve.
    func sharedCoordinate(with point: [UInt8]) throws(PKIError) -> SecretBytes
}
