// Who imports this has the keychain and what lies in it, too.
@_exported import Keychain
@_exported import KeychainCertificates
