// Whoever sees the reference classes sees the Core Foundation names in their signatures.
@_exported import CoreFoundationNames
