// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import SwiftKeychainModel

/// Generates a pair of keys in the background, and calls the block on the queue.
@_cdecl("SecKeyGeneratePairAsync")
public func SecKeyGeneratePairAsyncExport(
    _ parameters: UnsafeRawPointer?, _ deliveryQueue: UnsafeRawPointer?, _ result: UnsafeRawPointer?
) {
    guard let parameters = Argument.dictionary(parameters) else {
        return Returned.refused("parameters", of: "SecKeyGeneratePairAsync")
    }
    guard let queue = Queue(deliveryQueue) else {
        return Returned.refused("deliveryQueue", of: "SecKeyGeneratePairAsync")
    }
    guard let block = Block(result) else {
        return Returned.refused("result", of: "SecKeyGeneratePairAsync")
    }
    SecKey.generateInBackground(parameters) { publicKey, privateKey, error in
        queue.async { deliver(publicKey, privateKey, error?.object, to: block) }
    }
}

/// Calls a block of the type SecKeyGeneratePairBlock. The keys and the error are released when it returns.
private func deliver(
    _ publicKey: SecKey?, _ privateKey: SecKey?, _ error: CFError?, to block: Block
) {
    typealias Function =
        @convention(c) (
            UnsafeMutableRawPointer, UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?
        ) -> Void
    block.call(as: Function.self) { function, block in
        Returned.lending(publicKey) { publicKey in
            Returned.lending(privateKey) { privateKey in
                Returned.lending(error) { error in function(block, publicKey, privateKey, error) }
            }
        }
    }
}

/// Decrypts a symmetric key; the pointer to its bytes is only read.
@_cdecl("SecKeyUnwrapSymmetric")
public func SecKeyUnwrapSymmetricExport(
    _ keyToUnwrap: UnsafeMutablePointer<UnsafeRawPointer?>?, _ unwrappingKey: UnsafeRawPointer?,
    _ parameters: UnsafeRawPointer?, _ error: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeMutableRawPointer? {
    guard let bytes = Argument.data(keyToUnwrap?.pointee) else {
        return Returned.refused("keyToUnwrap", of: "SecKeyUnwrapSymmetric", error: error)
    }
    guard let key = Argument.reference(unwrappingKey, to: SecKey.self) else {
        return Returned.refused("unwrappingKey", of: "SecKeyUnwrapSymmetric", error: error)
    }
    guard let parameters = Argument.dictionary(parameters) else {
        return Returned.refused("parameters", of: "SecKeyUnwrapSymmetric", error: error)
    }
    var wrapped: CFData? = bytes
    return Returned.owned(
        Returned.storingUnmanagedError(error) {
            SecKeyUnwrapSymmetric(&wrapped, key, parameters, $0)
        })
}
