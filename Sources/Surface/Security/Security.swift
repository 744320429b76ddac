// SPDX-License-Identifier: Apache-2.0
// What `import Security` exports besides this module's own names: the Core Foundation type names.
// Foundation itself is not exported, as on Apple platforms: a file that uses `Data` or `URL`
// imports Foundation.
@_exported import SwiftKeychainCoreFoundation

/// The distinguished encoding rules, as the encoding of a certificate.
public let kSecAttrCertificateEncodingDER: Int = 3
