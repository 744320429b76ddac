// SPDX-License-Identifier: Apache-2.0
// Table: the statuses with which commands end.

extension Status {
    /// The statuses that commands return. Only their low bytes reach the shell, and no two of them share one.
    private static let ofCommands: [KeychainError.Code] = [
        .parameter, .itemNotFound, .duplicateItem, .noSuchAttribute, .noSuchClass,
        .interactionNotAllowed, .notAvailable, .missingEntitlement, .noAccessForItem,
        .authenticationFailed, .userCanceled, .decode, .inputOutput, .diskFull, .readOnly,
        .unimplemented, .allocation, .internalComponent, .internalError, .noSuchKeychain,
        .invalidKeychain, .duplicateKeychain,
    ]

    /// Returns the status of which a shell saw only the low byte, as 44 of -25300; nil if no command ends with it.
    package static func status(ofExit exit: Int32) -> Int32? {
        guard 1...255 ~= exit else { return nil }
        return ofCommands.map(\.rawValue).first { $0 & 0xff == exit }
    }
}
