// SPDX-License-Identifier: Apache-2.0
// An overlay of the toolchain's Clang module of the same name, for files that import both
// CoreFoundation and Security: the names both declare become the ones Security uses. Everything
// else of Core Foundation stays visible, its functions included.
//
// Opt in by depending on the product CoreFoundation; nothing of this package depends on it, so that
// no other client gets it. All targets of one build share a folder of modules: once one of them
// opts in, every target that imports CoreFoundation should depend on the product too: otherwise the
// build order decides whether it sees the overlay.
@_exported import CoreFoundation
@_exported import SwiftKeychainCoreFoundation
