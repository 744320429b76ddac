// A generated table: Scripts/generate-declarations.py.
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

import Glibc

@_extern(c) @discardableResult package func crypto_aead_xchacha20poly1305_ietf_decrypt(_: UnsafeMutablePointer<UInt8>!, _: UnsafeMutablePointer<UInt64>!, _: UnsafeMutablePointer<UInt8>!, _: UnsafePointer<UInt8>, _: UInt64, _: UnsafePointer<UInt8>!, _: UInt64, _: UnsafePointer<UInt8>, _: UnsafePointer<UInt8>) -> Int32
@_extern(c) @discardableResult package func crypto_aead_xchacha20poly1305_ietf_encrypt(_: UnsafeMutablePointer<UInt8>, _: UnsafeMutablePointer<UInt64>!, _: UnsafePointer<UInt8>!, _: UInt64, _: UnsafePointer<UInt8>!, _: UInt64, _: UnsafePointer<UInt8>!, _: UnsafePointer<UInt8>, _: UnsafePointer<UInt8>) -> Int32
@_extern(c) @discardableResult package func crypto_box_seal(_: UnsafeMutablePointer<UInt8>, _: UnsafePointer<UInt8>!, _: UInt64, _: UnsafePointer<UInt8>) -> Int32
@_extern(c) @discardableResult package func crypto_box_seal_open(_: UnsafeMutablePointer<UInt8>!, _: UnsafePointer<UInt8>, _: UInt64, _: UnsafePointer<UInt8>, _: UnsafePointer<UInt8>) -> Int32
@_extern(c) @discardableResult package func crypto_generichash(_: UnsafeMutablePointer<UInt8>, _: Int, _: UnsafePointer<UInt8>!, _: UInt64, _: UnsafePointer<UInt8>!, _: Int) -> Int32
@_extern(c) @discardableResult package func crypto_generichash_blake2b(_: UnsafeMutablePointer<UInt8>, _: Int, _: UnsafePointer<UInt8>!, _: UInt64, _: UnsafePointer<UInt8>!, _: Int) -> Int32
@_extern(c) @discardableResult package func crypto_hash_sha256(_: UnsafeMutablePointer<UInt8>, _: UnsafePointer<UInt8>!, _: UInt64) -> Int32
@_extern(c) @discardableResult package func crypto_pwhash(_: UnsafeMutablePointer<UInt8>, _: UInt64, _: UnsafePointer<CChar>, _: UInt64, _: UnsafePointer<UInt8>, _: UInt64, _: Int, _: Int32) -> Int32
@_extern(c) @discardableResult package func crypto_scalarmult_curve25519_base(_: UnsafeMutablePointer<UInt8>, _: UnsafePointer<UInt8>) -> Int32
@_extern(c) @discardableResult package func crypto_secretstream_xchacha20poly1305_init_pull(_: OpaquePointer, _: UnsafePointer<UInt8>, _: UnsafePointer<UInt8>) -> Int32
@_extern(c) @discardableResult package func crypto_secretstream_xchacha20poly1305_pull(_: OpaquePointer, _: UnsafeMutablePointer<UInt8>!, _: UnsafeMutablePointer<UInt64>!, _: UnsafeMutablePointer<UInt8>!, _: UnsafePointer<UInt8>!, _: UInt64, _: UnsafePointer<UInt8>!, _: UInt64) -> Int32
@_extern(c) @discardableResult package func crypto_secretstream_xchacha20poly1305_push(_: OpaquePointer, _: UnsafeMutablePointer<UInt8>!, _: UnsafeMutablePointer<UInt64>!, _: UnsafePointer<UInt8>!, _: UInt64, _: UnsafePointer<UInt8>!, _: UInt64, _: UInt8) -> Int32
@_extern(c) @discardableResult package func crypto_secretstream_xchacha20poly1305_statebytes() -> Int
@_extern(c) @discardableResult package func crypto_sign_detached(_: UnsafeMutablePointer<UInt8>, _: UnsafeMutablePointer<UInt64>!, _: UnsafePointer<UInt8>!, _: UInt64, _: UnsafePointer<UInt8>) -> Int32
@_extern(c) @discardableResult package func crypto_sign_seed_keypair(_: UnsafeMutablePointer<UInt8>, _: UnsafeMutablePointer<UInt8>, _: UnsafePointer<UInt8>) -> Int32
@_extern(c) @discardableResult package func crypto_sign_verify_detached(_: UnsafePointer<UInt8>, _: UnsafePointer<UInt8>!, _: UInt64, _: UnsafePointer<UInt8>) -> Int32
@_extern(c) @discardableResult package func sodium_init() -> Int32
@_extern(c) @discardableResult package func sodium_memcmp(_: UnsafeRawPointer!, _: UnsafeRawPointer!, _: Int) -> Int32
@_extern(c) package func keychain_clear_vector_registers()
@_extern(c) package func randombytes_buf(_: UnsafeMutableRawPointer, _: Int)
@_extern(c) package func sodium_stackzero(_: Int)
package let crypto_pwhash_ALG_ARGON2ID13: Int32 = 2
