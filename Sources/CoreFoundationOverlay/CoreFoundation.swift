// An overlay of the toolchain's Clang module of the same name, for files that import both
// CoreFoundation and Security: the names both declare become the ones Security uses. Everything
// else of Core Foundation stays visible, its functions included.
//
// Opt in by depending on the product CoreFoundation; nothing of this package depends on it, so that
// nobody else gets it. All targets of one build share a folder of modules: once one of them opts
// in, every target that imports CoreFoundation had better depend on the product too, or it sees
// the overlay or not as the order of building falls.
@_exported import CoreFoundation
@_exported import SwiftKeychainCoreFoundation
