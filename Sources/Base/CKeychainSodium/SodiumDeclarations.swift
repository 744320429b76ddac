// A generated table: Scripts/generate-declarations.py.
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

import Glibc

@_extern(c) @discardableResult package func crypto_aead_xchacha20poly1305_ietf_decrypt(_ m: UnsafeMutablePointer<UInt8>!, _ mlen_p: UnsafeMutablePointer<UInt64>!, _ nsec: UnsafeMutablePointer<UInt8>!, _ c: UnsafePointer<UInt8>, _ clen: UInt64, _ ad: UnsafePointer<UInt8>!, _ adlen: UInt64, _ npub: UnsafePointer<UInt8>, _ k: UnsafePointer<UInt8>) -> Int32
@_extern(c) @discardableResult package func crypto_aead_xchacha20poly1305_ietf_encrypt(_ c: UnsafeMutablePointer<UInt8>, _ clen_p: UnsafeMutablePointer<UInt64>!, _ m: UnsafePointer<UInt8>!, _ mlen: UInt64, _ ad: UnsafePointer<UInt8>!, _ adlen: UInt64, _ nsec: UnsafePointer<UInt8>!, _ npub: UnsafePointer<UInt8>, _ k: UnsafePointer<UInt8>) -> Int32
@_extern(c) @discardableResult package func crypto_box_seal(_ c: UnsafeMutablePointer<UInt8>, _ m: UnsafePointer<UInt8>!, _ mlen: UInt64, _ pk: UnsafePointer<UInt8>) -> Int32
@_extern(c) @discardableResult package func crypto_box_seal_open(_ m: UnsafeMutablePointer<UInt8>!, _ c: UnsafePointer<UInt8>, _ clen: UInt64, _ pk: UnsafePointer<UInt8>, _ sk: UnsafePointer<UInt8>) -> Int32
@_extern(c) @discardableResult package func crypto_generichash(_ out: UnsafeMutablePointer<UInt8>, _ outlen: Int, _ `in`: UnsafePointer<UInt8>!, _ inlen: UInt64, _ key: UnsafePointer<UInt8>!, _ keylen: Int) -> Int32
@_extern(c) @discardableResult package func crypto_generichash_blake2b(_ out: UnsafeMutablePointer<UInt8>, _ outlen: Int, _ `in`: UnsafePointer<UInt8>!, _ inlen: UInt64, _ key: UnsafePointer<UInt8>!, _ keylen: Int) -> Int32
@_extern(c) @discardableResult package func crypto_hash_sha256(_ out: UnsafeMutablePointer<UInt8>, _ `in`: UnsafePointer<UInt8>!, _ inlen: UInt64) -> Int32
@_extern(c) @discardableResult package func crypto_pwhash(_ out: UnsafeMutablePointer<UInt8>, _ outlen: UInt64, _ passwd: UnsafePointer<CChar>, _ passwdlen: UInt64, _ salt: UnsafePointer<UInt8>, _ opslimit: UInt64, _ memlimit: Int, _ alg: Int32) -> Int32
@_extern(c) @discardableResult package func crypto_scalarmult_curve25519_base(_ q: UnsafeMutablePointer<UInt8>, _ n: UnsafePointer<UInt8>) -> Int32
@_extern(c) @discardableResult package func crypto_secretstream_xchacha20poly1305_init_pull(_ state: OpaquePointer, _ header: UnsafePointer<UInt8>, _ k: UnsafePointer<UInt8>) -> Int32
@_extern(c) @discardableResult package func crypto_secretstream_xchacha20poly1305_pull(_ state: OpaquePointer, _ m: UnsafeMutablePointer<UInt8>!, _ mlen_p: UnsafeMutablePointer<UInt64>!, _ tag_p: UnsafeMutablePointer<UInt8>!, _ c: UnsafePointer<UInt8>!, _ clen: UInt64, _ ad: UnsafePointer<UInt8>!, _ adlen: UInt64) -> Int32
@_extern(c) @discardableResult package func crypto_secretstream_xchacha20poly1305_push(_ state: OpaquePointer, _ c: UnsafeMutablePointer<UInt8>!, _ clen_p: UnsafeMutablePointer<UInt64>!, _ m: UnsafePointer<UInt8>!, _ mlen: UInt64, _ ad: UnsafePointer<UInt8>!, _ adlen: UInt64, _ tag: UInt8) -> Int32
@_extern(c) @discardableResult package func crypto_secretstream_xchacha20poly1305_statebytes() -> Int
@_extern(c) @discardableResult package func crypto_sign_detached(_ sig: UnsafeMutablePointer<UInt8>, _ siglen_p: UnsafeMutablePointer<UInt64>!, _ m: UnsafePointer<UInt8>!, _ mlen: UInt64, _ sk: UnsafePointer<UInt8>) -> Int32
@_extern(c) @discardableResult package func crypto_sign_seed_keypair(_ pk: UnsafeMutablePointer<UInt8>, _ sk: UnsafeMutablePointer<UInt8>, _ seed: UnsafePointer<UInt8>) -> Int32
@_extern(c) @discardableResult package func crypto_sign_verify_detached(_ sig: UnsafePointer<UInt8>, _ m: UnsafePointer<UInt8>!, _ mlen: UInt64, _ pk: UnsafePointer<UInt8>) -> Int32
@_extern(c) @discardableResult package func sodium_init() -> Int32
@_extern(c) @discardableResult package func sodium_memcmp(_ b1_: UnsafeRawPointer!, _ b2_: UnsafeRawPointer!, _ len: Int) -> Int32
@_extern(c) package func keychain_clear_vector_registers()
@_extern(c) package func randombytes_buf(_ buf: UnsafeMutableRawPointer, _ size: Int)
@_extern(c) package func sodium_stackzero(_ len: Int)
package let crypto_pwhash_ALG_ARGON2ID13: Int32 = 2
