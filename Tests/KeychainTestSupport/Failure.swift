// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain

/// Runs `body` and gives the code of what it throws; nil for success.
public func failure(_ body: () throws -> Void) -> KeychainError.Code? {
    do { try body() } catch { return (error as? KeychainError)?.code }
    return nil
}
