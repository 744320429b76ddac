// SPDX-License-Identifier: Apache-2.0
// Table: the types and constants of cryptographic messages.
import Foundation

/// SHA-1, for ``CMSEncoderSetSignerAlgorithm(_:_:)``.
nonisolated(unsafe) public let kCMSEncoderDigestAlgorithmSHA1: CFString = NSString("sha1")
/// SHA-256, for ``CMSEncoderSetSignerAlgorithm(_:_:)``; the default.
nonisolated(unsafe) public let kCMSEncoderDigestAlgorithmSHA256: CFString = NSString("sha256")
