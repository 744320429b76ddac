// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

@_silgen_name("CFRetain") private func retain(_ object: UnsafeRawPointer) -> UnsafeMutableRawPointer
@_silgen_name("CFRelease") private func release(_ object: UnsafeRawPointer)

/// Calls a block with each certificate of a wrapped identity.
@_cdecl("sec_identity_access_certificates")
public func sec_identity_access_certificatesExport(
    _ identity: UnsafeRawPointer?, _ handler: UnsafeRawPointer?
) -> Bool {
    guard let identity = Argument.reference(identity, to: OS_sec_identity.self) else {
        return Returned.refused("identity", of: "sec_identity_access_certificates")
    }
    guard let block = Block(handler) else {
        return Returned.refused("handler", of: "sec_identity_access_certificates")
    }
    return sec_identity_access_certificates(identity) { certificate in
        typealias Function = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer?) -> Void
        block.call(as: Function.self) { function, block in
            Returned.lending(certificate) { function(block, $0) }
        }
    }
}

/// Retains a wrapped object; null stays null.
@_cdecl("sec_retain")
public func sec_retainExport(_ object: UnsafeRawPointer?) -> UnsafeMutableRawPointer? {
    object.map(retain)
}

/// Releases a wrapped object; null is ignored.
@_cdecl("sec_release")
public func sec_releaseExport(_ object: UnsafeRawPointer?) {
    if let object { release(object) }
}
