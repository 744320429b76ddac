// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

/// The code, a CK_RV, with which a function of a module failed.
struct CardFailure: Error {
    let code: UInt

    init(_ code: UInt) { self.code = code }

    static let none: UInt = 0
    static let attributeSensitive: UInt = 0x11
    static let attributeTypeInvalid: UInt = 0x12
    static let functionNotSupported: UInt = 0x54
    static let bufferTooSmall: UInt = 0x150
    static let pinIncorrect: UInt = 0xA0
    static let pinLocked: UInt = 0xA4
    static let alreadyLoggedIn: UInt = 0x100
    // Of ours, above CKR_VENDOR_DEFINED.
    /// The module returned a length that can't be.
    static let wrongLength: UInt = 0x8000_0000 + 0x6B63
    /// The card doesn't have the key.
    static let missing = wrongLength + 1
    /// The key demands a PIN that was typed for this use.
    static let needsTypedPIN = wrongLength + 2

    /// Whether the PIN was wrong, or can't be one.
    var isWrongPIN: Bool { (0xA0...0xA2).contains(code) }

    /// Whether the token was taken out, or another one came.
    ///
    /// CKR_SLOT_ID_INVALID, DEVICE_REMOVED, SESSION_CLOSED, SESSION_HANDLE_INVALID, TOKEN_NOT_PRESENT and
    /// TOKEN_NOT_RECOGNIZED.
    var isRemoval: Bool { [0x03, 0x32, 0xB0, 0xB3, 0xE0, 0xE1].contains(code) }

    /// Throws the failure to read one object if the token was taken out. Otherwise the object may have been removed
    /// meanwhile, and the others can be read.
    func throwIfRemoval() throws(CardFailure) { if isRemoval { throw self } }

    /// Whether the failure of a decryption may be about its data: not a removal, a PIN or a missing function.
    ///
    /// Besides the four errors of data, CKR_GENERAL_ERROR and CKR_FUNCTION_FAILED, as which a module may report
    /// wrong padding.
    var isAboutData: Bool { [0x05, 0x06, 0x20, 0x21, 0x40, 0x41].contains(code) }

    /// Makes the error of the keychain, as the statuses of CryptoTokenKit's errors go.
    func error(_ token: String) -> KeychainError {
        if code == Self.pinLocked { return .lockedPIN(of: token) }
        let (status, reason): (KeychainError.Code, String) =
            switch code {
            case _ where isRemoval: (.itemNotFound, "it was taken out")
            case 0xA0...0xA2: (.authenticationFailed, "wrong PIN")
            case 0xA3: (.authenticationFailed, "the PIN has expired")
            case 0x101: (.authenticationFailed, "a PIN is needed")
            case 0x50, 0x51: (.userCanceled, "canceled at the reader")
            case Self.functionNotSupported, 0x70, 0x71:
                (.unimplemented, "it can't do this operation")
            case 0x63, 0x68, 0x1B:
                (.keyUsageIncorrect, "the key may not do this operation")
            case 0x20, 0x21, 0x40, 0x41: (.parameter, "the data doesn't fit the key")
            case Self.missing: (.itemNotFound, "it doesn't have the private key")
            case Self.wrongLength: (.decode, "its PKCS#11 module returned a wrong length")
            default: (.cardFailed, "its PKCS#11 module failed with 0x\(String(code, radix: 16))")
            }
        return KeychainError(status, "smart card \(token): \(reason)")
    }
}

extension KeychainError.Code {
    /// A card or its module failed, errSecInternalError.
    package static let cardFailed = Self(rawValue: -26276)
}

extension KeychainError {
    /// Makes the error for a PIN that the card no longer accepts, not even if it is right.
    static func lockedPIN(of token: String) -> KeychainError {
        KeychainError(
            .authenticationFailed,
            "smart card \(token): its PIN is locked; unblock it with the program of the card's issuer"
        )
    }
}
