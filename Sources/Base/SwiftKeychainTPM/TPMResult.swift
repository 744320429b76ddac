// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

/// A response code of a TPM, or of libtss2.
struct TPMResult {
    private let code: UInt32

    /// TPM_RC_INTEGRITY: the key isn't one of this TPM.
    static let foreign = TPMResult(0x9f)

    init(_ code: UInt32) { self.code = code }

    /// The code without the number of the parameter, handle or session that it is about.
    ///
    /// In a code with bit 7, the lowest six bits are the error, and bits 6 and 8 to 11 say what it is about (TPM
    /// 2.0 Library, part 2, TPM_RC).
    private var kind: UInt32 { code & 0x80 != 0 && code < 0x1000 ? code & 0xbf : code }

    /// Whether the authorisation was wrong: TPM_RC_BAD_AUTH, or TPM_RC_AUTH_FAIL where wrong ones are counted.
    var isWrongAuth: Bool { kind == 0xa2 || kind == 0x8e }

    /// Whether there is no object at a handle.
    var isNoObject: Bool { kind == 0x8b || code == 0x910 }

    /// Whether something is at an index of the NV memory already.
    var isTaken: Bool { code == 0x14c }

    /// Returns the error for a caller.
    func error(_ address: TPMAddress) -> KeychainError {
        let (status, reason): (KeychainError.Code, String) =
            switch kind {
            case 0x9f:
                (.notAvailable, "the key was made by another TPM, or this one was cleared since")
            case 0x9d: (.notAvailable, "the values of its PCRs changed: firmware or Secure Boot")
            case 0xa2, 0x8e: (.decode, "it refuses the secret that was stored with the key")
            case 0xa7: (.parameter, "the point isn't on the curve of the key")
            case 0x100: (.notAvailable, "it was not started")
            case 0x902, 0x903, 0x904, 0x905, 0x14b: (.notAvailable, "no room is left in it")
            case 0x908, 0x90a, 0x920, 0x922: (.notAvailable, "it is busy; try again later")
            case 0x921: (.notAvailable, "it is locked after wrong passwords")
            case 0x1e: (.unimplemented, "a TPM 1.2, not 2.0")
            default: (.internalError, "it failed with 0x\(String(code, radix: 16))")
            }
        return KeychainError(status, "\(address): \(reason)")
    }
}
