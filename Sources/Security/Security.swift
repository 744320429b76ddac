// What `import Security` shows besides this module's own names: the Core Foundation type names and
// the reference classes. Foundation itself is not shown, as on Apple platforms: a file that says
// `Data` or `URL` imports Foundation.
@_exported import SwiftKeychainCoreFoundation

/// Says that a certificate is encoded by the distinguished encoding rules.
public let kSecAttrCertificateEncodingDER: Int = 3
