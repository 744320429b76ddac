// A generated table: Scripts/generate-declarations.py.
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

import Glibc

@_extern(c) @discardableResult package func keychain_crypto_library() -> UnsafePointer<CChar>!
@_extern(c) @discardableResult package func keychain_crypto_linked(_ name: UnsafePointer<CChar>!) -> UnsafeMutableRawPointer!
@_extern(c) @discardableResult package func keychain_is_end_of_pem(_ error: UInt) -> Bool
@_extern(c) @discardableResult package func keychain_pkey_pair() -> Int32
@_extern(c) @discardableResult package func keychain_pkey_public() -> Int32
@_extern(c) package func keychain_parameter_integer(_ parameter: UnsafeMutableRawPointer!, _ name: UnsafePointer<CChar>!, _ octets: UnsafeMutableRawPointer!, _ count: Int)
@_extern(c) package func keychain_parameter_octets(_ parameter: UnsafeMutableRawPointer!, _ name: UnsafePointer<CChar>!, _ octets: UnsafeMutableRawPointer!, _ count: Int)
@_extern(c) package func keychain_parameter_text(_ parameter: UnsafeMutableRawPointer!, _ name: UnsafePointer<CChar>!, _ text: UnsafePointer<CChar>!)
@discardableResult package func ASN1_ANY_it() -> OpaquePointer! { loaded_ASN1_ANY_it() }
@discardableResult package func ASN1_BIT_STRING_it() -> OpaquePointer! { loaded_ASN1_BIT_STRING_it() }
@discardableResult package func ASN1_OCTET_STRING_cmp(_ a: OpaquePointer!, _ b: OpaquePointer!) -> Int32 { loaded_ASN1_OCTET_STRING_cmp(a, b) }
@discardableResult package func ASN1_item_d2i(_ val: UnsafeMutablePointer<OpaquePointer?>!, _ `in`: UnsafeMutablePointer<UnsafePointer<UInt8>?>!, _ len: Int, _ it: OpaquePointer!) -> OpaquePointer! { loaded_ASN1_item_d2i(val, `in`, len, it) }
@discardableResult package func ASN1_item_verify_ctx(_ it: OpaquePointer!, _ alg: OpaquePointer!, _ signature: OpaquePointer!, _ data: UnsafeRawPointer!, _ ctx: OpaquePointer!) -> Int32 { loaded_ASN1_item_verify_ctx(it, alg, signature, data, ctx) }
@discardableResult package func BIO_free(_ a: OpaquePointer!) -> Int32 { loaded_BIO_free(a) }
@discardableResult package func BIO_new_file(_ filename: UnsafePointer<CChar>!, _ mode: UnsafePointer<CChar>!) -> OpaquePointer! { loaded_BIO_new_file(filename, mode) }
@discardableResult package func BN_CTX_secure_new() -> OpaquePointer! { loaded_BN_CTX_secure_new() }
@discardableResult package func BN_CTX_secure_new_ex(_ ctx: OpaquePointer!) -> OpaquePointer! { loaded_BN_CTX_secure_new_ex(ctx) }
@discardableResult package func BN_bin2bn(_ s: UnsafePointer<UInt8>!, _ len: Int32, _ ret: OpaquePointer!) -> OpaquePointer! { loaded_BN_bin2bn(s, len, ret) }
@discardableResult package func BN_bn2bin(_ a: OpaquePointer!, _ to: UnsafeMutablePointer<UInt8>!) -> Int32 { loaded_BN_bn2bin(a, to) }
@discardableResult package func BN_bn2binpad(_ a: OpaquePointer!, _ to: UnsafeMutablePointer<UInt8>!, _ tolen: Int32) -> Int32 { loaded_BN_bn2binpad(a, to, tolen) }
@discardableResult package func BN_cmp(_ a: OpaquePointer!, _ b: OpaquePointer!) -> Int32 { loaded_BN_cmp(a, b) }
@discardableResult package func BN_is_odd(_ a: OpaquePointer!) -> Int32 { loaded_BN_is_odd(a) }
@discardableResult package func BN_is_one(_ a: OpaquePointer!) -> Int32 { loaded_BN_is_one(a) }
@discardableResult package func BN_is_zero(_ a: OpaquePointer!) -> Int32 { loaded_BN_is_zero(a) }
@discardableResult package func BN_mod_exp_mont_consttime(_ rr: OpaquePointer!, _ a: OpaquePointer!, _ p: OpaquePointer!, _ m: OpaquePointer!, _ ctx: OpaquePointer!, _ in_mont: OpaquePointer!) -> Int32 { loaded_BN_mod_exp_mont_consttime(rr, a, p, m, ctx, in_mont) }
@discardableResult package func BN_mod_mul(_ r: OpaquePointer!, _ a: OpaquePointer!, _ b: OpaquePointer!, _ m: OpaquePointer!, _ ctx: OpaquePointer!) -> Int32 { loaded_BN_mod_mul(r, a, b, m, ctx) }
@discardableResult package func BN_mul(_ r: OpaquePointer!, _ a: OpaquePointer!, _ b: OpaquePointer!, _ ctx: OpaquePointer!) -> Int32 { loaded_BN_mul(r, a, b, ctx) }
@discardableResult package func BN_nnmod(_ r: OpaquePointer!, _ m: OpaquePointer!, _ d: OpaquePointer!, _ ctx: OpaquePointer!) -> Int32 { loaded_BN_nnmod(r, m, d, ctx) }
@discardableResult package func BN_num_bits(_ a: OpaquePointer!) -> Int32 { loaded_BN_num_bits(a) }
@discardableResult package func BN_secure_new() -> OpaquePointer! { loaded_BN_secure_new() }
@discardableResult package func BN_sub(_ r: OpaquePointer!, _ a: OpaquePointer!, _ b: OpaquePointer!) -> Int32 { loaded_BN_sub(r, a, b) }
@discardableResult package func BN_sub_word(_ a: OpaquePointer!, _ w: UInt) -> Int32 { loaded_BN_sub_word(a, w) }
@discardableResult package func BN_value_one() -> OpaquePointer! { loaded_BN_value_one() }
@discardableResult package func CRYPTO_memcmp(_ in_a: UnsafeRawPointer!, _ in_b: UnsafeRawPointer!, _ len: Int) -> Int32 { loaded_CRYPTO_memcmp(in_a, in_b, len) }
@discardableResult package func EC_GROUP_new_by_curve_name_ex(_ libctx: OpaquePointer!, _ propq: UnsafePointer<CChar>!, _ nid: Int32) -> OpaquePointer! { loaded_EC_GROUP_new_by_curve_name_ex(libctx, propq, nid) }
@discardableResult package func EC_POINT_mul(_ group: OpaquePointer!, _ r: OpaquePointer!, _ n: OpaquePointer!, _ q: OpaquePointer!, _ m: OpaquePointer!, _ ctx: OpaquePointer!) -> Int32 { loaded_EC_POINT_mul(group, r, n, q, m, ctx) }
@discardableResult package func EC_POINT_new(_ group: OpaquePointer!) -> OpaquePointer! { loaded_EC_POINT_new(group) }
@discardableResult package func EC_POINT_point2oct(_ group: OpaquePointer!, _ p: OpaquePointer!, _ form: UInt32, _ buf: UnsafeMutablePointer<UInt8>!, _ len: Int, _ ctx: OpaquePointer!) -> Int { loaded_EC_POINT_point2oct(group, p, form, buf, len, ctx) }
@discardableResult package func ERR_get_error() -> UInt { loaded_ERR_get_error() }
@discardableResult package func ERR_peek_error() -> UInt { loaded_ERR_peek_error() }
@discardableResult package func ERR_peek_last_error() -> UInt { loaded_ERR_peek_last_error() }
@discardableResult package func ERR_pop_to_mark() -> Int32 { loaded_ERR_pop_to_mark() }
@discardableResult package func ERR_reason_error_string(_ e: UInt) -> UnsafePointer<CChar>! { loaded_ERR_reason_error_string(e) }
@discardableResult package func ERR_set_mark() -> Int32 { loaded_ERR_set_mark() }
@discardableResult package func EVP_CIPHER_CTX_ctrl(_ ctx: OpaquePointer!, _ type: Int32, _ arg: Int32, _ ptr: UnsafeMutableRawPointer!) -> Int32 { loaded_EVP_CIPHER_CTX_ctrl(ctx, type, arg, ptr) }
@discardableResult package func EVP_CIPHER_CTX_new() -> OpaquePointer! { loaded_EVP_CIPHER_CTX_new() }
@discardableResult package func EVP_CIPHER_CTX_set_key_length(_ x: OpaquePointer!, _ keylen: Int32) -> Int32 { loaded_EVP_CIPHER_CTX_set_key_length(x, keylen) }
@discardableResult package func EVP_CIPHER_CTX_set_padding(_ c: OpaquePointer!, _ pad: Int32) -> Int32 { loaded_EVP_CIPHER_CTX_set_padding(c, pad) }
@discardableResult package func EVP_CIPHER_fetch(_ ctx: OpaquePointer!, _ algorithm: UnsafePointer<CChar>!, _ properties: UnsafePointer<CChar>!) -> OpaquePointer! { loaded_EVP_CIPHER_fetch(ctx, algorithm, properties) }
@discardableResult package func EVP_CipherFinal_ex(_ ctx: OpaquePointer!, _ outm: UnsafeMutablePointer<UInt8>!, _ outl: UnsafeMutablePointer<Int32>!) -> Int32 { loaded_EVP_CipherFinal_ex(ctx, outm, outl) }
@discardableResult package func EVP_CipherInit_ex2(_ ctx: OpaquePointer!, _ cipher: OpaquePointer!, _ key: UnsafePointer<UInt8>!, _ iv: UnsafePointer<UInt8>!, _ enc: Int32, _ params: OpaquePointer!) -> Int32 { loaded_EVP_CipherInit_ex2(ctx, cipher, key, iv, enc, params) }
@discardableResult package func EVP_CipherUpdate(_ ctx: OpaquePointer!, _ out: UnsafeMutablePointer<UInt8>!, _ outl: UnsafeMutablePointer<Int32>!, _ `in`: UnsafePointer<UInt8>!, _ inl: Int32) -> Int32 { loaded_EVP_CipherUpdate(ctx, out, outl, `in`, inl) }
@discardableResult package func EVP_Digest(_ data: UnsafeRawPointer!, _ count: Int, _ md: UnsafeMutablePointer<UInt8>!, _ size: UnsafeMutablePointer<UInt32>!, _ type: OpaquePointer!, _ impl: OpaquePointer!) -> Int32 { loaded_EVP_Digest(data, count, md, size, type, impl) }
@discardableResult package func EVP_DigestFinal_ex(_ ctx: OpaquePointer!, _ md: UnsafeMutablePointer<UInt8>!, _ s: UnsafeMutablePointer<UInt32>!) -> Int32 { loaded_EVP_DigestFinal_ex(ctx, md, s) }
@discardableResult package func EVP_DigestInit_ex2(_ ctx: OpaquePointer!, _ type: OpaquePointer!, _ params: OpaquePointer!) -> Int32 { loaded_EVP_DigestInit_ex2(ctx, type, params) }
@discardableResult package func EVP_DigestUpdate(_ ctx: OpaquePointer!, _ d: UnsafeRawPointer!, _ cnt: Int) -> Int32 { loaded_EVP_DigestUpdate(ctx, d, cnt) }
@discardableResult package func EVP_KDF_CTX_new(_ kdf: OpaquePointer!) -> OpaquePointer! { loaded_EVP_KDF_CTX_new(kdf) }
@discardableResult package func EVP_KDF_derive(_ ctx: OpaquePointer!, _ key: UnsafeMutablePointer<UInt8>!, _ keylen: Int, _ params: OpaquePointer!) -> Int32 { loaded_EVP_KDF_derive(ctx, key, keylen, params) }
@discardableResult package func EVP_KDF_fetch(_ libctx: OpaquePointer!, _ algorithm: UnsafePointer<CChar>!, _ properties: UnsafePointer<CChar>!) -> OpaquePointer! { loaded_EVP_KDF_fetch(libctx, algorithm, properties) }
@discardableResult package func EVP_MD_CTX_get0_md(_ ctx: OpaquePointer!) -> OpaquePointer! { loaded_EVP_MD_CTX_get0_md(ctx) }
@discardableResult package func EVP_MD_CTX_new() -> OpaquePointer! { loaded_EVP_MD_CTX_new() }
@discardableResult package func EVP_MD_fetch(_ ctx: OpaquePointer!, _ algorithm: UnsafePointer<CChar>!, _ properties: UnsafePointer<CChar>!) -> OpaquePointer! { loaded_EVP_MD_fetch(ctx, algorithm, properties) }
@discardableResult package func EVP_MD_get_size(_ md: OpaquePointer!) -> Int32 { loaded_EVP_MD_get_size(md) }
@discardableResult package func EVP_MD_get_type(_ md: OpaquePointer!) -> Int32 { loaded_EVP_MD_get_type(md) }
@discardableResult package func EVP_PKEY_CTX_new_from_name(_ libctx: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ propquery: UnsafePointer<CChar>!) -> OpaquePointer! { loaded_EVP_PKEY_CTX_new_from_name(libctx, name, propquery) }
@discardableResult package func EVP_PKEY_CTX_new_from_pkey(_ libctx: OpaquePointer!, _ pkey: OpaquePointer!, _ propquery: UnsafePointer<CChar>!) -> OpaquePointer! { loaded_EVP_PKEY_CTX_new_from_pkey(libctx, pkey, propquery) }
@discardableResult package func EVP_PKEY_CTX_set_ecdh_cofactor_mode(_ ctx: OpaquePointer!, _ cofactor_mode: Int32) -> Int32 { loaded_EVP_PKEY_CTX_set_ecdh_cofactor_mode(ctx, cofactor_mode) }
@discardableResult package func EVP_PKEY_CTX_set_group_name(_ ctx: OpaquePointer!, _ name: UnsafePointer<CChar>!) -> Int32 { loaded_EVP_PKEY_CTX_set_group_name(ctx, name) }
@discardableResult package func EVP_PKEY_CTX_set_rsa_keygen_bits(_ ctx: OpaquePointer!, _ bits: Int32) -> Int32 { loaded_EVP_PKEY_CTX_set_rsa_keygen_bits(ctx, bits) }
@discardableResult package func EVP_PKEY_CTX_set_rsa_mgf1_md(_ ctx: OpaquePointer!, _ md: OpaquePointer!) -> Int32 { loaded_EVP_PKEY_CTX_set_rsa_mgf1_md(ctx, md) }
@discardableResult package func EVP_PKEY_CTX_set_rsa_oaep_md(_ ctx: OpaquePointer!, _ md: OpaquePointer!) -> Int32 { loaded_EVP_PKEY_CTX_set_rsa_oaep_md(ctx, md) }
@discardableResult package func EVP_PKEY_CTX_set_rsa_padding(_ ctx: OpaquePointer!, _ pad_mode: Int32) -> Int32 { loaded_EVP_PKEY_CTX_set_rsa_padding(ctx, pad_mode) }
@discardableResult package func EVP_PKEY_CTX_set_rsa_pss_saltlen(_ ctx: OpaquePointer!, _ saltlen: Int32) -> Int32 { loaded_EVP_PKEY_CTX_set_rsa_pss_saltlen(ctx, saltlen) }
@discardableResult package func EVP_PKEY_CTX_set_signature_md(_ ctx: OpaquePointer!, _ md: OpaquePointer!) -> Int32 { loaded_EVP_PKEY_CTX_set_signature_md(ctx, md) }
@discardableResult package func EVP_PKEY_decrypt(_ ctx: OpaquePointer!, _ out: UnsafeMutablePointer<UInt8>!, _ outlen: UnsafeMutablePointer<Int>!, _ `in`: UnsafePointer<UInt8>!, _ inlen: Int) -> Int32 { loaded_EVP_PKEY_decrypt(ctx, out, outlen, `in`, inlen) }
@discardableResult package func EVP_PKEY_decrypt_init(_ ctx: OpaquePointer!) -> Int32 { loaded_EVP_PKEY_decrypt_init(ctx) }
@discardableResult package func EVP_PKEY_derive(_ ctx: OpaquePointer!, _ key: UnsafeMutablePointer<UInt8>!, _ keylen: UnsafeMutablePointer<Int>!) -> Int32 { loaded_EVP_PKEY_derive(ctx, key, keylen) }
@discardableResult package func EVP_PKEY_derive_init(_ ctx: OpaquePointer!) -> Int32 { loaded_EVP_PKEY_derive_init(ctx) }
@discardableResult package func EVP_PKEY_derive_set_peer_ex(_ ctx: OpaquePointer!, _ peer: OpaquePointer!, _ validate_peer: Int32) -> Int32 { loaded_EVP_PKEY_derive_set_peer_ex(ctx, peer, validate_peer) }
@discardableResult package func EVP_PKEY_encrypt(_ ctx: OpaquePointer!, _ out: UnsafeMutablePointer<UInt8>!, _ outlen: UnsafeMutablePointer<Int>!, _ `in`: UnsafePointer<UInt8>!, _ inlen: Int) -> Int32 { loaded_EVP_PKEY_encrypt(ctx, out, outlen, `in`, inlen) }
@discardableResult package func EVP_PKEY_encrypt_init(_ ctx: OpaquePointer!) -> Int32 { loaded_EVP_PKEY_encrypt_init(ctx) }
@discardableResult package func EVP_PKEY_fromdata(_ ctx: OpaquePointer!, _ ppkey: UnsafeMutablePointer<OpaquePointer?>!, _ selection: Int32, _ param: OpaquePointer!) -> Int32 { loaded_EVP_PKEY_fromdata(ctx, ppkey, selection, param) }
@discardableResult package func EVP_PKEY_fromdata_init(_ ctx: OpaquePointer!) -> Int32 { loaded_EVP_PKEY_fromdata_init(ctx) }
@discardableResult package func EVP_PKEY_generate(_ ctx: OpaquePointer!, _ ppkey: UnsafeMutablePointer<OpaquePointer?>!) -> Int32 { loaded_EVP_PKEY_generate(ctx, ppkey) }
@discardableResult package func EVP_PKEY_get_base_id(_ pkey: OpaquePointer!) -> Int32 { loaded_EVP_PKEY_get_base_id(pkey) }
@discardableResult package func EVP_PKEY_get_bits(_ pkey: OpaquePointer!) -> Int32 { loaded_EVP_PKEY_get_bits(pkey) }
@discardableResult package func EVP_PKEY_get_octet_string_param(_ pkey: OpaquePointer!, _ key_name: UnsafePointer<CChar>!, _ buf: UnsafeMutablePointer<UInt8>!, _ max_buf_sz: Int, _ out_sz: UnsafeMutablePointer<Int>!) -> Int32 { loaded_EVP_PKEY_get_octet_string_param(pkey, key_name, buf, max_buf_sz, out_sz) }
@discardableResult package func EVP_PKEY_get_params(_ pkey: OpaquePointer!, _ params: OpaquePointer!) -> Int32 { loaded_EVP_PKEY_get_params(pkey, params) }
@discardableResult package func EVP_PKEY_keygen_init(_ ctx: OpaquePointer!) -> Int32 { loaded_EVP_PKEY_keygen_init(ctx) }
@discardableResult package func EVP_PKEY_pairwise_check(_ ctx: OpaquePointer!) -> Int32 { loaded_EVP_PKEY_pairwise_check(ctx) }
@discardableResult package func EVP_PKEY_private_check(_ ctx: OpaquePointer!) -> Int32 { loaded_EVP_PKEY_private_check(ctx) }
@discardableResult package func EVP_PKEY_sign(_ ctx: OpaquePointer!, _ sig: UnsafeMutablePointer<UInt8>!, _ siglen: UnsafeMutablePointer<Int>!, _ tbs: UnsafePointer<UInt8>!, _ tbslen: Int) -> Int32 { loaded_EVP_PKEY_sign(ctx, sig, siglen, tbs, tbslen) }
@discardableResult package func EVP_PKEY_sign_init(_ ctx: OpaquePointer!) -> Int32 { loaded_EVP_PKEY_sign_init(ctx) }
@discardableResult package func EVP_PKEY_verify(_ ctx: OpaquePointer!, _ sig: UnsafePointer<UInt8>!, _ siglen: Int, _ tbs: UnsafePointer<UInt8>!, _ tbslen: Int) -> Int32 { loaded_EVP_PKEY_verify(ctx, sig, siglen, tbs, tbslen) }
@discardableResult package func EVP_PKEY_verify_init(_ ctx: OpaquePointer!) -> Int32 { loaded_EVP_PKEY_verify_init(ctx) }
@discardableResult package func EVP_Q_mac(_ libctx: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ propq: UnsafePointer<CChar>!, _ subalg: UnsafePointer<CChar>!, _ params: OpaquePointer!, _ key: UnsafeRawPointer!, _ keylen: Int, _ data: UnsafePointer<UInt8>!, _ datalen: Int, _ out: UnsafeMutablePointer<UInt8>!, _ outsize: Int, _ outlen: UnsafeMutablePointer<Int>!) -> UnsafeMutablePointer<UInt8>! { loaded_EVP_Q_mac(libctx, name, propq, subalg, params, key, keylen, data, datalen, out, outsize, outlen) }
@discardableResult package func OBJ_nid2obj(_ n: Int32) -> OpaquePointer! { loaded_OBJ_nid2obj(n) }
@discardableResult package func OPENSSL_init_crypto(_ opts: UInt64, _ settings: OpaquePointer!) -> Int32 { loaded_OPENSSL_init_crypto(opts, settings) }
@discardableResult package func OPENSSL_sk_new_null() -> OpaquePointer! { loaded_OPENSSL_sk_new_null() }
@discardableResult package func OPENSSL_sk_num(_ value0: OpaquePointer!) -> Int32 { loaded_OPENSSL_sk_num(value0) }
@discardableResult package func OPENSSL_sk_push(_ st: OpaquePointer!, _ data: UnsafeRawPointer!) -> Int32 { loaded_OPENSSL_sk_push(st, data) }
@discardableResult package func OPENSSL_sk_value(_ value0: OpaquePointer!, _ value1: Int32) -> UnsafeMutableRawPointer! { loaded_OPENSSL_sk_value(value0, value1) }
@discardableResult package func OSSL_LIB_CTX_new() -> OpaquePointer! { loaded_OSSL_LIB_CTX_new() }
@discardableResult package func OSSL_PROVIDER_load(_ value0: OpaquePointer!, _ name: UnsafePointer<CChar>!) -> OpaquePointer! { loaded_OSSL_PROVIDER_load(value0, name) }
@discardableResult package func OSSL_PROVIDER_unload(_ prov: OpaquePointer!) -> Int32 { loaded_OSSL_PROVIDER_unload(prov) }
@discardableResult package func PEM_read_bio_X509(_ out: OpaquePointer!, _ x: UnsafeMutablePointer<OpaquePointer?>!, _ cb: (@convention(c) (UnsafeMutablePointer<CChar>?, Int32, Int32, UnsafeMutableRawPointer?) -> Int32)!, _ u: UnsafeMutableRawPointer!) -> OpaquePointer! { loaded_PEM_read_bio_X509(out, x, cb, u) }
@discardableResult package func RSA_padding_check_PKCS1_OAEP_mgf1(_ to: UnsafeMutablePointer<UInt8>!, _ tlen: Int32, _ from: UnsafePointer<UInt8>!, _ flen: Int32, _ num: Int32, _ param: UnsafePointer<UInt8>!, _ plen: Int32, _ md: OpaquePointer!, _ mgf1md: OpaquePointer!) -> Int32 { loaded_RSA_padding_check_PKCS1_OAEP_mgf1(to, tlen, from, flen, num, param, plen, md, mgf1md) }
@discardableResult package func RSA_padding_check_PKCS1_type_2(_ to: UnsafeMutablePointer<UInt8>!, _ tlen: Int32, _ f: UnsafePointer<UInt8>!, _ fl: Int32, _ rsa_len: Int32) -> Int32 { loaded_RSA_padding_check_PKCS1_type_2(to, tlen, f, fl, rsa_len) }
@discardableResult package func SHA1(_ d: UnsafePointer<UInt8>!, _ n: Int, _ md: UnsafeMutablePointer<UInt8>!) -> UnsafeMutablePointer<UInt8>! { loaded_SHA1(d, n, md) }
@discardableResult package func SHA224(_ d: UnsafePointer<UInt8>!, _ n: Int, _ md: UnsafeMutablePointer<UInt8>!) -> UnsafeMutablePointer<UInt8>! { loaded_SHA224(d, n, md) }
@discardableResult package func SHA256(_ d: UnsafePointer<UInt8>!, _ n: Int, _ md: UnsafeMutablePointer<UInt8>!) -> UnsafeMutablePointer<UInt8>! { loaded_SHA256(d, n, md) }
@discardableResult package func SHA384(_ d: UnsafePointer<UInt8>!, _ n: Int, _ md: UnsafeMutablePointer<UInt8>!) -> UnsafeMutablePointer<UInt8>! { loaded_SHA384(d, n, md) }
@discardableResult package func SHA512(_ d: UnsafePointer<UInt8>!, _ n: Int, _ md: UnsafeMutablePointer<UInt8>!) -> UnsafeMutablePointer<UInt8>! { loaded_SHA512(d, n, md) }
@discardableResult package func X509_ALGOR_it() -> OpaquePointer! { loaded_X509_ALGOR_it() }
@discardableResult package func X509_NAME_cmp(_ a: OpaquePointer!, _ b: OpaquePointer!) -> Int32 { loaded_X509_NAME_cmp(a, b) }
@discardableResult package func X509_NAME_hash_ex(_ x: OpaquePointer!, _ libctx: OpaquePointer!, _ propq: UnsafePointer<CChar>!, _ ok: UnsafeMutablePointer<Int32>!) -> UInt { loaded_X509_NAME_hash_ex(x, libctx, propq, ok) }
@discardableResult package func X509_NAME_it() -> OpaquePointer! { loaded_X509_NAME_it() }
@discardableResult package func X509_STORE_CTX_get0_chain(_ ctx: OpaquePointer!) -> OpaquePointer! { loaded_X509_STORE_CTX_get0_chain(ctx) }
@discardableResult package func X509_STORE_CTX_get0_param(_ ctx: OpaquePointer!) -> OpaquePointer! { loaded_X509_STORE_CTX_get0_param(ctx) }
@discardableResult package func X509_STORE_CTX_get_error(_ ctx: OpaquePointer!) -> Int32 { loaded_X509_STORE_CTX_get_error(ctx) }
@discardableResult package func X509_STORE_CTX_get_error_depth(_ ctx: OpaquePointer!) -> Int32 { loaded_X509_STORE_CTX_get_error_depth(ctx) }
@discardableResult package func X509_STORE_CTX_get_ex_data(_ ctx: OpaquePointer!, _ idx: Int32) -> UnsafeMutableRawPointer! { loaded_X509_STORE_CTX_get_ex_data(ctx, idx) }
@discardableResult package func X509_STORE_CTX_init(_ ctx: OpaquePointer!, _ trust_store: OpaquePointer!, _ target: OpaquePointer!, _ untrusted: OpaquePointer!) -> Int32 { loaded_X509_STORE_CTX_init(ctx, trust_store, target, untrusted) }
@discardableResult package func X509_STORE_CTX_new_ex(_ libctx: OpaquePointer!, _ propq: UnsafePointer<CChar>!) -> OpaquePointer! { loaded_X509_STORE_CTX_new_ex(libctx, propq) }
@discardableResult package func X509_STORE_CTX_set_ex_data(_ ctx: OpaquePointer!, _ idx: Int32, _ data: UnsafeMutableRawPointer!) -> Int32 { loaded_X509_STORE_CTX_set_ex_data(ctx, idx, data) }
@discardableResult package func X509_STORE_new() -> OpaquePointer! { loaded_X509_STORE_new() }
@discardableResult package func X509_VERIFY_PARAM_add0_policy(_ param: OpaquePointer!, _ policy: OpaquePointer!) -> Int32 { loaded_X509_VERIFY_PARAM_add0_policy(param, policy) }
@discardableResult package func X509_VERIFY_PARAM_set_flags(_ param: OpaquePointer!, _ flags: UInt) -> Int32 { loaded_X509_VERIFY_PARAM_set_flags(param, flags) }
@discardableResult package func X509_get0_authority_key_id(_ x: OpaquePointer!) -> OpaquePointer! { loaded_X509_get0_authority_key_id(x) }
@discardableResult package func X509_get0_pubkey(_ x: OpaquePointer!) -> OpaquePointer! { loaded_X509_get0_pubkey(x) }
@discardableResult package func X509_get0_subject_key_id(_ x: OpaquePointer!) -> OpaquePointer! { loaded_X509_get0_subject_key_id(x) }
@discardableResult package func X509_get_issuer_name(_ a: OpaquePointer!) -> OpaquePointer! { loaded_X509_get_issuer_name(a) }
@discardableResult package func X509_get_signature_info(_ x: OpaquePointer!, _ mdnid: UnsafeMutablePointer<Int32>!, _ pknid: UnsafeMutablePointer<Int32>!, _ secbits: UnsafeMutablePointer<Int32>!, _ flags: UnsafeMutablePointer<UInt32>!) -> Int32 { loaded_X509_get_signature_info(x, mdnid, pknid, secbits, flags) }
@discardableResult package func X509_get_subject_name(_ a: OpaquePointer!) -> OpaquePointer! { loaded_X509_get_subject_name(a) }
@discardableResult package func X509_it() -> OpaquePointer! { loaded_X509_it() }
@discardableResult package func X509_new_ex(_ libctx: OpaquePointer!, _ propq: UnsafePointer<CChar>!) -> OpaquePointer! { loaded_X509_new_ex(libctx, propq) }
@discardableResult package func X509_verify(_ a: OpaquePointer!, _ r: OpaquePointer!) -> Int32 { loaded_X509_verify(a, r) }
@discardableResult package func X509_verify_cert(_ ctx: OpaquePointer!) -> Int32 { loaded_X509_verify_cert(ctx) }
@discardableResult package func i2d_X509(_ a: OpaquePointer!, _ out: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>!) -> Int32 { loaded_i2d_X509(a, out) }
package func ASN1_item_free(_ val: OpaquePointer!, _ it: OpaquePointer!) { loaded_ASN1_item_free(val, it) }
package func BN_CTX_free(_ c: OpaquePointer!) { loaded_BN_CTX_free(c) }
package func BN_clear_free(_ a: OpaquePointer!) { loaded_BN_clear_free(a) }
package func BN_set_flags(_ b: OpaquePointer!, _ n: Int32) { loaded_BN_set_flags(b, n) }
package func CRYPTO_free(_ ptr: UnsafeMutableRawPointer!, _ file: UnsafePointer<CChar>!, _ line: Int32) { loaded_CRYPTO_free(ptr, file, line) }
package func EC_GROUP_free(_ group: OpaquePointer!) { loaded_EC_GROUP_free(group) }
package func EC_POINT_clear_free(_ point: OpaquePointer!) { loaded_EC_POINT_clear_free(point) }
package func ERR_clear_error() { loaded_ERR_clear_error() }
package func EVP_CIPHER_CTX_free(_ c: OpaquePointer!) { loaded_EVP_CIPHER_CTX_free(c) }
package func EVP_CIPHER_CTX_set_flags(_ ctx: OpaquePointer!, _ flags: Int32) { loaded_EVP_CIPHER_CTX_set_flags(ctx, flags) }
package func EVP_CIPHER_free(_ cipher: OpaquePointer!) { loaded_EVP_CIPHER_free(cipher) }
package func EVP_KDF_CTX_free(_ ctx: OpaquePointer!) { loaded_EVP_KDF_CTX_free(ctx) }
package func EVP_KDF_free(_ kdf: OpaquePointer!) { loaded_EVP_KDF_free(kdf) }
package func EVP_MD_CTX_free(_ ctx: OpaquePointer!) { loaded_EVP_MD_CTX_free(ctx) }
package func EVP_MD_CTX_set_pkey_ctx(_ ctx: OpaquePointer!, _ pctx: OpaquePointer!) { loaded_EVP_MD_CTX_set_pkey_ctx(ctx, pctx) }
package func EVP_MD_free(_ md: OpaquePointer!) { loaded_EVP_MD_free(md) }
package func EVP_PKEY_CTX_free(_ ctx: OpaquePointer!) { loaded_EVP_PKEY_CTX_free(ctx) }
package func EVP_PKEY_free(_ pkey: OpaquePointer!) { loaded_EVP_PKEY_free(pkey) }
package func OPENSSL_sk_free(_ value0: OpaquePointer!) { loaded_OPENSSL_sk_free(value0) }
package func OSSL_LIB_CTX_free(_ value0: OpaquePointer!) { loaded_OSSL_LIB_CTX_free(value0) }
package func X509_STORE_CTX_free(_ ctx: OpaquePointer!) { loaded_X509_STORE_CTX_free(ctx) }
package func X509_STORE_CTX_set0_trusted_stack(_ ctx: OpaquePointer!, _ sk: OpaquePointer!) { loaded_X509_STORE_CTX_set0_trusted_stack(ctx, sk) }
package func X509_STORE_CTX_set_verify_cb(_ ctx: OpaquePointer!, _ verify: (@convention(c) (Int32, OpaquePointer?) -> Int32)!) { loaded_X509_STORE_CTX_set_verify_cb(ctx, verify) }
package func X509_STORE_free(_ v: OpaquePointer!) { loaded_X509_STORE_free(v) }
package func X509_STORE_set_check_issued(_ ctx: OpaquePointer!, _ check_issued: (@convention(c) (OpaquePointer?, OpaquePointer?, OpaquePointer?) -> Int32)!) { loaded_X509_STORE_set_check_issued(ctx, check_issued) }
package func X509_VERIFY_PARAM_set_hostflags(_ param: OpaquePointer!, _ flags: UInt32) { loaded_X509_VERIFY_PARAM_set_hostflags(param, flags) }
package func X509_free(_ a: OpaquePointer!) { loaded_X509_free(a) }
package let BN_FLG_CONSTTIME: Int32 = 4
package let EVP_CIPHER_CTX_FLAG_WRAP_ALLOW: Int32 = 1
package let EVP_CTRL_AEAD_GET_TAG: Int32 = 16
package let EVP_CTRL_AEAD_SET_IVLEN: Int32 = 9
package let EVP_CTRL_AEAD_SET_TAG: Int32 = 17
package let EVP_PKEY_EC: Int32 = 408
package let EVP_PKEY_ED25519: Int32 = 1087
package let EVP_PKEY_ED448: Int32 = 1088
package let EVP_PKEY_RSA: Int32 = 6
package let EVP_PKEY_RSA_PSS: Int32 = 912
package let NID_ED25519: Int32 = 1087
package let NID_ED448: Int32 = 1088
package let NID_X9_62_prime192v1: Int32 = 409
package let NID_X9_62_prime256v1: Int32 = 415
package let NID_any_policy: Int32 = 746
package let NID_md2: Int32 = 3
package let NID_md4: Int32 = 257
package let NID_md5: Int32 = 4
package let NID_mdc2: Int32 = 95
package let NID_ripemd160: Int32 = 117
package let NID_secp384r1: Int32 = 715
package let NID_secp521r1: Int32 = 716
package let NID_sha1: Int32 = 64
package let NID_undef: Int32 = 0
package let OPENSSL_INIT_NO_ATEXIT: Int = 524288
package let OPENSSL_INIT_NO_LOAD_CONFIG: Int = 128
package let POINT_CONVERSION_UNCOMPRESSED: UInt32 = 4
package let RSA_NO_PADDING: Int32 = 3
package let RSA_PKCS1_OAEP_PADDING: Int32 = 4
package let RSA_PKCS1_PADDING: Int32 = 1
package let RSA_PKCS1_PSS_PADDING: Int32 = 6
package let X509_CHECK_FLAG_NEVER_CHECK_SUBJECT: Int32 = 32
package let X509_V_ERR_CERT_SIGNATURE_FAILURE: Int32 = 7
package let X509_V_ERR_CERT_UNTRUSTED: Int32 = 27
package let X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT: Int32 = 18
package let X509_V_ERR_EXCLUDED_VIOLATION: Int32 = 48
package let X509_V_ERR_INVALID_CA: Int32 = 79
package let X509_V_ERR_INVALID_POLICY_EXTENSION: Int32 = 42
package let X509_V_ERR_KEYUSAGE_NO_CERTSIGN: Int32 = 32
package let X509_V_ERR_NO_EXPLICIT_POLICY: Int32 = 43
package let X509_V_ERR_PATH_LENGTH_EXCEEDED: Int32 = 25
package let X509_V_ERR_PERMITTED_VIOLATION: Int32 = 47
package let X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN: Int32 = 19
package let X509_V_ERR_SIGNATURE_ALGORITHM_MISMATCH: Int32 = 77
package let X509_V_ERR_SUBTREE_MINMAX: Int32 = 49
package let X509_V_ERR_UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY: Int32 = 6
package let X509_V_ERR_UNABLE_TO_DECRYPT_CERT_SIGNATURE: Int32 = 4
package let X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT: Int32 = 2
package let X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY: Int32 = 20
package let X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE: Int32 = 21
package let X509_V_ERR_UNHANDLED_CRITICAL_EXTENSION: Int32 = 34
package let X509_V_ERR_UNSUPPORTED_CONSTRAINT_SYNTAX: Int32 = 52
package let X509_V_ERR_UNSUPPORTED_CONSTRAINT_TYPE: Int32 = 51
package let X509_V_ERR_UNSUPPORTED_NAME_SYNTAX: Int32 = 53
package let X509_V_FLAG_NO_CHECK_TIME: Int32 = 2097152
package let X509_V_FLAG_PARTIAL_CHAIN: Int32 = 524288
package let X509_V_FLAG_POLICY_CHECK: Int32 = 128
private let loaded_ASN1_ANY_it: @convention(c) () -> OpaquePointer? = LoadedFunction.named("ASN1_ANY_it")
private let loaded_ASN1_BIT_STRING_it: @convention(c) () -> OpaquePointer? = LoadedFunction.named("ASN1_BIT_STRING_it")
private let loaded_ASN1_OCTET_STRING_cmp: @convention(c) (OpaquePointer?, OpaquePointer?) -> Int32 = LoadedFunction.named("ASN1_OCTET_STRING_cmp")
private let loaded_ASN1_item_d2i: @convention(c) (UnsafeMutablePointer<OpaquePointer?>?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?, Int, OpaquePointer?) -> OpaquePointer? = LoadedFunction.named("ASN1_item_d2i")
private let loaded_ASN1_item_free: @convention(c) (OpaquePointer?, OpaquePointer?) -> Void = LoadedFunction.named("ASN1_item_free")
private let loaded_ASN1_item_verify_ctx: @convention(c) (OpaquePointer?, OpaquePointer?, OpaquePointer?, UnsafeRawPointer?, OpaquePointer?) -> Int32 = LoadedFunction.named("ASN1_item_verify_ctx")
private let loaded_BIO_free: @convention(c) (OpaquePointer?) -> Int32 = LoadedFunction.named("BIO_free")
private let loaded_BIO_new_file: @convention(c) (UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> OpaquePointer? = LoadedFunction.named("BIO_new_file")
private let loaded_BN_CTX_free: @convention(c) (OpaquePointer?) -> Void = LoadedFunction.named("BN_CTX_free")
private let loaded_BN_CTX_secure_new: @convention(c) () -> OpaquePointer? = LoadedFunction.named("BN_CTX_secure_new")
private let loaded_BN_CTX_secure_new_ex: @convention(c) (OpaquePointer?) -> OpaquePointer? = LoadedFunction.named("BN_CTX_secure_new_ex")
private let loaded_BN_bin2bn: @convention(c) (UnsafePointer<UInt8>?, Int32, OpaquePointer?) -> OpaquePointer? = LoadedFunction.named("BN_bin2bn")
private let loaded_BN_bn2bin: @convention(c) (OpaquePointer?, UnsafeMutablePointer<UInt8>?) -> Int32 = LoadedFunction.named("BN_bn2bin")
private let loaded_BN_bn2binpad: @convention(c) (OpaquePointer?, UnsafeMutablePointer<UInt8>?, Int32) -> Int32 = LoadedFunction.named("BN_bn2binpad")
private let loaded_BN_clear_free: @convention(c) (OpaquePointer?) -> Void = LoadedFunction.named("BN_clear_free")
private let loaded_BN_cmp: @convention(c) (OpaquePointer?, OpaquePointer?) -> Int32 = LoadedFunction.named("BN_cmp")
private let loaded_BN_is_odd: @convention(c) (OpaquePointer?) -> Int32 = LoadedFunction.named("BN_is_odd")
private let loaded_BN_is_one: @convention(c) (OpaquePointer?) -> Int32 = LoadedFunction.named("BN_is_one")
private let loaded_BN_is_zero: @convention(c) (OpaquePointer?) -> Int32 = LoadedFunction.named("BN_is_zero")
private let loaded_BN_mod_exp_mont_consttime: @convention(c) (OpaquePointer?, OpaquePointer?, OpaquePointer?, OpaquePointer?, OpaquePointer?, OpaquePointer?) -> Int32 = LoadedFunction.named("BN_mod_exp_mont_consttime")
private let loaded_BN_mod_mul: @convention(c) (OpaquePointer?, OpaquePointer?, OpaquePointer?, OpaquePointer?, OpaquePointer?) -> Int32 = LoadedFunction.named("BN_mod_mul")
private let loaded_BN_mul: @convention(c) (OpaquePointer?, OpaquePointer?, OpaquePointer?, OpaquePointer?) -> Int32 = LoadedFunction.named("BN_mul")
private let loaded_BN_nnmod: @convention(c) (OpaquePointer?, OpaquePointer?, OpaquePointer?, OpaquePointer?) -> Int32 = LoadedFunction.named("BN_nnmod")
private let loaded_BN_num_bits: @convention(c) (OpaquePointer?) -> Int32 = LoadedFunction.named("BN_num_bits")
private let loaded_BN_secure_new: @convention(c) () -> OpaquePointer? = LoadedFunction.named("BN_secure_new")
private let loaded_BN_set_flags: @convention(c) (OpaquePointer?, Int32) -> Void = LoadedFunction.named("BN_set_flags")
private let loaded_BN_sub: @convention(c) (OpaquePointer?, OpaquePointer?, OpaquePointer?) -> Int32 = LoadedFunction.named("BN_sub")
private let loaded_BN_sub_word: @convention(c) (OpaquePointer?, UInt) -> Int32 = LoadedFunction.named("BN_sub_word")
private let loaded_BN_value_one: @convention(c) () -> OpaquePointer? = LoadedFunction.named("BN_value_one")
private let loaded_CRYPTO_free: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, Int32) -> Void = LoadedFunction.named("CRYPTO_free")
private let loaded_CRYPTO_memcmp: @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?, Int) -> Int32 = LoadedFunction.named("CRYPTO_memcmp")
private let loaded_EC_GROUP_free: @convention(c) (OpaquePointer?) -> Void = LoadedFunction.named("EC_GROUP_free")
private let loaded_EC_GROUP_new_by_curve_name_ex: @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, Int32) -> OpaquePointer? = LoadedFunction.named("EC_GROUP_new_by_curve_name_ex")
private let loaded_EC_POINT_clear_free: @convention(c) (OpaquePointer?) -> Void = LoadedFunction.named("EC_POINT_clear_free")
private let loaded_EC_POINT_mul: @convention(c) (OpaquePointer?, OpaquePointer?, OpaquePointer?, OpaquePointer?, OpaquePointer?, OpaquePointer?) -> Int32 = LoadedFunction.named("EC_POINT_mul")
private let loaded_EC_POINT_new: @convention(c) (OpaquePointer?) -> OpaquePointer? = LoadedFunction.named("EC_POINT_new")
private let loaded_EC_POINT_point2oct: @convention(c) (OpaquePointer?, OpaquePointer?, UInt32, UnsafeMutablePointer<UInt8>?, Int, OpaquePointer?) -> Int = LoadedFunction.named("EC_POINT_point2oct")
private let loaded_ERR_clear_error: @convention(c) () -> Void = LoadedFunction.named("ERR_clear_error")
private let loaded_ERR_get_error: @convention(c) () -> UInt = LoadedFunction.named("ERR_get_error")
private let loaded_ERR_peek_error: @convention(c) () -> UInt = LoadedFunction.named("ERR_peek_error")
private let loaded_ERR_peek_last_error: @convention(c) () -> UInt = LoadedFunction.named("ERR_peek_last_error")
private let loaded_ERR_pop_to_mark: @convention(c) () -> Int32 = LoadedFunction.named("ERR_pop_to_mark")
private let loaded_ERR_reason_error_string: @convention(c) (UInt) -> UnsafePointer<CChar>? = LoadedFunction.named("ERR_reason_error_string")
private let loaded_ERR_set_mark: @convention(c) () -> Int32 = LoadedFunction.named("ERR_set_mark")
private let loaded_EVP_CIPHER_CTX_ctrl: @convention(c) (OpaquePointer?, Int32, Int32, UnsafeMutableRawPointer?) -> Int32 = LoadedFunction.named("EVP_CIPHER_CTX_ctrl")
private let loaded_EVP_CIPHER_CTX_free: @convention(c) (OpaquePointer?) -> Void = LoadedFunction.named("EVP_CIPHER_CTX_free")
private let loaded_EVP_CIPHER_CTX_new: @convention(c) () -> OpaquePointer? = LoadedFunction.named("EVP_CIPHER_CTX_new")
private let loaded_EVP_CIPHER_CTX_set_flags: @convention(c) (OpaquePointer?, Int32) -> Void = LoadedFunction.named("EVP_CIPHER_CTX_set_flags")
private let loaded_EVP_CIPHER_CTX_set_key_length: @convention(c) (OpaquePointer?, Int32) -> Int32 = LoadedFunction.named("EVP_CIPHER_CTX_set_key_length")
private let loaded_EVP_CIPHER_CTX_set_padding: @convention(c) (OpaquePointer?, Int32) -> Int32 = LoadedFunction.named("EVP_CIPHER_CTX_set_padding")
private let loaded_EVP_CIPHER_fetch: @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> OpaquePointer? = LoadedFunction.named("EVP_CIPHER_fetch")
private let loaded_EVP_CIPHER_free: @convention(c) (OpaquePointer?) -> Void = LoadedFunction.named("EVP_CIPHER_free")
private let loaded_EVP_CipherFinal_ex: @convention(c) (OpaquePointer?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int32>?) -> Int32 = LoadedFunction.named("EVP_CipherFinal_ex")
private let loaded_EVP_CipherInit_ex2: @convention(c) (OpaquePointer?, OpaquePointer?, UnsafePointer<UInt8>?, UnsafePointer<UInt8>?, Int32, OpaquePointer?) -> Int32 = LoadedFunction.named("EVP_CipherInit_ex2")
private let loaded_EVP_CipherUpdate: @convention(c) (OpaquePointer?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int32>?, UnsafePointer<UInt8>?, Int32) -> Int32 = LoadedFunction.named("EVP_CipherUpdate")
private let loaded_EVP_Digest: @convention(c) (UnsafeRawPointer?, Int, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt32>?, OpaquePointer?, OpaquePointer?) -> Int32 = LoadedFunction.named("EVP_Digest")
private let loaded_EVP_DigestFinal_ex: @convention(c) (OpaquePointer?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt32>?) -> Int32 = LoadedFunction.named("EVP_DigestFinal_ex")
private let loaded_EVP_DigestInit_ex2: @convention(c) (OpaquePointer?, OpaquePointer?, OpaquePointer?) -> Int32 = LoadedFunction.named("EVP_DigestInit_ex2")
private let loaded_EVP_DigestUpdate: @convention(c) (OpaquePointer?, UnsafeRawPointer?, Int) -> Int32 = LoadedFunction.named("EVP_DigestUpdate")
private let loaded_EVP_KDF_CTX_free: @convention(c) (OpaquePointer?) -> Void = LoadedFunction.named("EVP_KDF_CTX_free")
private let loaded_EVP_KDF_CTX_new: @convention(c) (OpaquePointer?) -> OpaquePointer? = LoadedFunction.named("EVP_KDF_CTX_new")
private let loaded_EVP_KDF_derive: @convention(c) (OpaquePointer?, UnsafeMutablePointer<UInt8>?, Int, OpaquePointer?) -> Int32 = LoadedFunction.named("EVP_KDF_derive")
private let loaded_EVP_KDF_fetch: @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> OpaquePointer? = LoadedFunction.named("EVP_KDF_fetch")
private let loaded_EVP_KDF_free: @convention(c) (OpaquePointer?) -> Void = LoadedFunction.named("EVP_KDF_free")
private let loaded_EVP_MD_CTX_free: @convention(c) (OpaquePointer?) -> Void = LoadedFunction.named("EVP_MD_CTX_free")
private let loaded_EVP_MD_CTX_get0_md: @convention(c) (OpaquePointer?) -> OpaquePointer? = LoadedFunction.named("EVP_MD_CTX_get0_md")
private let loaded_EVP_MD_CTX_new: @convention(c) () -> OpaquePointer? = LoadedFunction.named("EVP_MD_CTX_new")
private let loaded_EVP_MD_CTX_set_pkey_ctx: @convention(c) (OpaquePointer?, OpaquePointer?) -> Void = LoadedFunction.named("EVP_MD_CTX_set_pkey_ctx")
private let loaded_EVP_MD_fetch: @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> OpaquePointer? = LoadedFunction.named("EVP_MD_fetch")
private let loaded_EVP_MD_free: @convention(c) (OpaquePointer?) -> Void = LoadedFunction.named("EVP_MD_free")
private let loaded_EVP_MD_get_size: @convention(c) (OpaquePointer?) -> Int32 = LoadedFunction.named("EVP_MD_get_size")
private let loaded_EVP_MD_get_type: @convention(c) (OpaquePointer?) -> Int32 = LoadedFunction.named("EVP_MD_get_type")
private let loaded_EVP_PKEY_CTX_free: @convention(c) (OpaquePointer?) -> Void = LoadedFunction.named("EVP_PKEY_CTX_free")
private let loaded_EVP_PKEY_CTX_new_from_name: @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> OpaquePointer? = LoadedFunction.named("EVP_PKEY_CTX_new_from_name")
private let loaded_EVP_PKEY_CTX_new_from_pkey: @convention(c) (OpaquePointer?, OpaquePointer?, UnsafePointer<CChar>?) -> OpaquePointer? = LoadedFunction.named("EVP_PKEY_CTX_new_from_pkey")
private let loaded_EVP_PKEY_CTX_set_ecdh_cofactor_mode: @convention(c) (OpaquePointer?, Int32) -> Int32 = LoadedFunction.named("EVP_PKEY_CTX_set_ecdh_cofactor_mode")
private let loaded_EVP_PKEY_CTX_set_group_name: @convention(c) (OpaquePointer?, UnsafePointer<CChar>?) -> Int32 = LoadedFunction.named("EVP_PKEY_CTX_set_group_name")
private let loaded_EVP_PKEY_CTX_set_rsa_keygen_bits: @convention(c) (OpaquePointer?, Int32) -> Int32 = LoadedFunction.named("EVP_PKEY_CTX_set_rsa_keygen_bits")
private let loaded_EVP_PKEY_CTX_set_rsa_mgf1_md: @convention(c) (OpaquePointer?, OpaquePointer?) -> Int32 = LoadedFunction.named("EVP_PKEY_CTX_set_rsa_mgf1_md")
private let loaded_EVP_PKEY_CTX_set_rsa_oaep_md: @convention(c) (OpaquePointer?, OpaquePointer?) -> Int32 = LoadedFunction.named("EVP_PKEY_CTX_set_rsa_oaep_md")
private let loaded_EVP_PKEY_CTX_set_rsa_padding: @convention(c) (OpaquePointer?, Int32) -> Int32 = LoadedFunction.named("EVP_PKEY_CTX_set_rsa_padding")
private let loaded_EVP_PKEY_CTX_set_rsa_pss_saltlen: @convention(c) (OpaquePointer?, Int32) -> Int32 = LoadedFunction.named("EVP_PKEY_CTX_set_rsa_pss_saltlen")
private let loaded_EVP_PKEY_CTX_set_signature_md: @convention(c) (OpaquePointer?, OpaquePointer?) -> Int32 = LoadedFunction.named("EVP_PKEY_CTX_set_signature_md")
private let loaded_EVP_PKEY_decrypt: @convention(c) (OpaquePointer?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int>?, UnsafePointer<UInt8>?, Int) -> Int32 = LoadedFunction.named("EVP_PKEY_decrypt")
private let loaded_EVP_PKEY_decrypt_init: @convention(c) (OpaquePointer?) -> Int32 = LoadedFunction.named("EVP_PKEY_decrypt_init")
private let loaded_EVP_PKEY_derive: @convention(c) (OpaquePointer?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int>?) -> Int32 = LoadedFunction.named("EVP_PKEY_derive")
private let loaded_EVP_PKEY_derive_init: @convention(c) (OpaquePointer?) -> Int32 = LoadedFunction.named("EVP_PKEY_derive_init")
private let loaded_EVP_PKEY_derive_set_peer_ex: @convention(c) (OpaquePointer?, OpaquePointer?, Int32) -> Int32 = LoadedFunction.named("EVP_PKEY_derive_set_peer_ex")
private let loaded_EVP_PKEY_encrypt: @convention(c) (OpaquePointer?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int>?, UnsafePointer<UInt8>?, Int) -> Int32 = LoadedFunction.named("EVP_PKEY_encrypt")
private let loaded_EVP_PKEY_encrypt_init: @convention(c) (OpaquePointer?) -> Int32 = LoadedFunction.named("EVP_PKEY_encrypt_init")
private let loaded_EVP_PKEY_free: @convention(c) (OpaquePointer?) -> Void = LoadedFunction.named("EVP_PKEY_free")
private let loaded_EVP_PKEY_fromdata: @convention(c) (OpaquePointer?, UnsafeMutablePointer<OpaquePointer?>?, Int32, OpaquePointer?) -> Int32 = LoadedFunction.named("EVP_PKEY_fromdata")
private let loaded_EVP_PKEY_fromdata_init: @convention(c) (OpaquePointer?) -> Int32 = LoadedFunction.named("EVP_PKEY_fromdata_init")
private let loaded_EVP_PKEY_generate: @convention(c) (OpaquePointer?, UnsafeMutablePointer<OpaquePointer?>?) -> Int32 = LoadedFunction.named("EVP_PKEY_generate")
private let loaded_EVP_PKEY_get_base_id: @convention(c) (OpaquePointer?) -> Int32 = LoadedFunction.named("EVP_PKEY_get_base_id")
private let loaded_EVP_PKEY_get_bits: @convention(c) (OpaquePointer?) -> Int32 = LoadedFunction.named("EVP_PKEY_get_bits")
private let loaded_EVP_PKEY_get_octet_string_param: @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, UnsafeMutablePointer<UInt8>?, Int, UnsafeMutablePointer<Int>?) -> Int32 = LoadedFunction.named("EVP_PKEY_get_octet_string_param")
private let loaded_EVP_PKEY_get_params: @convention(c) (OpaquePointer?, OpaquePointer?) -> Int32 = LoadedFunction.named("EVP_PKEY_get_params")
private let loaded_EVP_PKEY_keygen_init: @convention(c) (OpaquePointer?) -> Int32 = LoadedFunction.named("EVP_PKEY_keygen_init")
private let loaded_EVP_PKEY_pairwise_check: @convention(c) (OpaquePointer?) -> Int32 = LoadedFunction.named("EVP_PKEY_pairwise_check")
private let loaded_EVP_PKEY_private_check: @convention(c) (OpaquePointer?) -> Int32 = LoadedFunction.named("EVP_PKEY_private_check")
private let loaded_EVP_PKEY_sign: @convention(c) (OpaquePointer?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int>?, UnsafePointer<UInt8>?, Int) -> Int32 = LoadedFunction.named("EVP_PKEY_sign")
private let loaded_EVP_PKEY_sign_init: @convention(c) (OpaquePointer?) -> Int32 = LoadedFunction.named("EVP_PKEY_sign_init")
private let loaded_EVP_PKEY_verify: @convention(c) (OpaquePointer?, UnsafePointer<UInt8>?, Int, UnsafePointer<UInt8>?, Int) -> Int32 = LoadedFunction.named("EVP_PKEY_verify")
private let loaded_EVP_PKEY_verify_init: @convention(c) (OpaquePointer?) -> Int32 = LoadedFunction.named("EVP_PKEY_verify_init")
private let loaded_EVP_Q_mac: @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?, OpaquePointer?, UnsafeRawPointer?, Int, UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>?, Int, UnsafeMutablePointer<Int>?) -> UnsafeMutablePointer<UInt8>? = LoadedFunction.named("EVP_Q_mac")
private let loaded_OBJ_nid2obj: @convention(c) (Int32) -> OpaquePointer? = LoadedFunction.named("OBJ_nid2obj")
private let loaded_OPENSSL_init_crypto: @convention(c) (UInt64, OpaquePointer?) -> Int32 = LoadedFunction.named("OPENSSL_init_crypto")
private let loaded_OPENSSL_sk_free: @convention(c) (OpaquePointer?) -> Void = LoadedFunction.named("OPENSSL_sk_free")
private let loaded_OPENSSL_sk_new_null: @convention(c) () -> OpaquePointer? = LoadedFunction.named("OPENSSL_sk_new_null")
private let loaded_OPENSSL_sk_num: @convention(c) (OpaquePointer?) -> Int32 = LoadedFunction.named("OPENSSL_sk_num")
private let loaded_OPENSSL_sk_push: @convention(c) (OpaquePointer?, UnsafeRawPointer?) -> Int32 = LoadedFunction.named("OPENSSL_sk_push")
private let loaded_OPENSSL_sk_value: @convention(c) (OpaquePointer?, Int32) -> UnsafeMutableRawPointer? = LoadedFunction.named("OPENSSL_sk_value")
private let loaded_OSSL_LIB_CTX_free: @convention(c) (OpaquePointer?) -> Void = LoadedFunction.named("OSSL_LIB_CTX_free")
private let loaded_OSSL_LIB_CTX_new: @convention(c) () -> OpaquePointer? = LoadedFunction.named("OSSL_LIB_CTX_new")
private let loaded_OSSL_PROVIDER_load: @convention(c) (OpaquePointer?, UnsafePointer<CChar>?) -> OpaquePointer? = LoadedFunction.named("OSSL_PROVIDER_load")
private let loaded_OSSL_PROVIDER_unload: @convention(c) (OpaquePointer?) -> Int32 = LoadedFunction.named("OSSL_PROVIDER_unload")
private let loaded_PEM_read_bio_X509: @convention(c) (OpaquePointer?, UnsafeMutablePointer<OpaquePointer?>?, (@convention(c) (UnsafeMutablePointer<CChar>?, Int32, Int32, UnsafeMutableRawPointer?) -> Int32)?, UnsafeMutableRawPointer?) -> OpaquePointer? = LoadedFunction.named("PEM_read_bio_X509")
private let loaded_RSA_padding_check_PKCS1_OAEP_mgf1: @convention(c) (UnsafeMutablePointer<UInt8>?, Int32, UnsafePointer<UInt8>?, Int32, Int32, UnsafePointer<UInt8>?, Int32, OpaquePointer?, OpaquePointer?) -> Int32 = LoadedFunction.named("RSA_padding_check_PKCS1_OAEP_mgf1")
private let loaded_RSA_padding_check_PKCS1_type_2: @convention(c) (UnsafeMutablePointer<UInt8>?, Int32, UnsafePointer<UInt8>?, Int32, Int32) -> Int32 = LoadedFunction.named("RSA_padding_check_PKCS1_type_2")
private let loaded_SHA1: @convention(c) (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>?) -> UnsafeMutablePointer<UInt8>? = LoadedFunction.named("SHA1")
private let loaded_SHA224: @convention(c) (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>?) -> UnsafeMutablePointer<UInt8>? = LoadedFunction.named("SHA224")
private let loaded_SHA256: @convention(c) (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>?) -> UnsafeMutablePointer<UInt8>? = LoadedFunction.named("SHA256")
private let loaded_SHA384: @convention(c) (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>?) -> UnsafeMutablePointer<UInt8>? = LoadedFunction.named("SHA384")
private let loaded_SHA512: @convention(c) (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>?) -> UnsafeMutablePointer<UInt8>? = LoadedFunction.named("SHA512")
private let loaded_X509_ALGOR_it: @convention(c) () -> OpaquePointer? = LoadedFunction.named("X509_ALGOR_it")
private let loaded_X509_NAME_cmp: @convention(c) (OpaquePointer?, OpaquePointer?) -> Int32 = LoadedFunction.named("X509_NAME_cmp")
private let loaded_X509_NAME_hash_ex: @convention(c) (OpaquePointer?, OpaquePointer?, UnsafePointer<CChar>?, UnsafeMutablePointer<Int32>?) -> UInt = LoadedFunction.named("X509_NAME_hash_ex")
private let loaded_X509_NAME_it: @convention(c) () -> OpaquePointer? = LoadedFunction.named("X509_NAME_it")
private let loaded_X509_STORE_CTX_free: @convention(c) (OpaquePointer?) -> Void = LoadedFunction.named("X509_STORE_CTX_free")
private let loaded_X509_STORE_CTX_get0_chain: @convention(c) (OpaquePointer?) -> OpaquePointer? = LoadedFunction.named("X509_STORE_CTX_get0_chain")
private let loaded_X509_STORE_CTX_get0_param: @convention(c) (OpaquePointer?) -> OpaquePointer? = LoadedFunction.named("X509_STORE_CTX_get0_param")
private let loaded_X509_STORE_CTX_get_error: @convention(c) (OpaquePointer?) -> Int32 = LoadedFunction.named("X509_STORE_CTX_get_error")
private let loaded_X509_STORE_CTX_get_error_depth: @convention(c) (OpaquePointer?) -> Int32 = LoadedFunction.named("X509_STORE_CTX_get_error_depth")
private let loaded_X509_STORE_CTX_get_ex_data: @convention(c) (OpaquePointer?, Int32) -> UnsafeMutableRawPointer? = LoadedFunction.named("X509_STORE_CTX_get_ex_data")
private let loaded_X509_STORE_CTX_init: @convention(c) (OpaquePointer?, OpaquePointer?, OpaquePointer?, OpaquePointer?) -> Int32 = LoadedFunction.named("X509_STORE_CTX_init")
private let loaded_X509_STORE_CTX_new_ex: @convention(c) (OpaquePointer?, UnsafePointer<CChar>?) -> OpaquePointer? = LoadedFunction.named("X509_STORE_CTX_new_ex")
private let loaded_X509_STORE_CTX_set0_trusted_stack: @convention(c) (OpaquePointer?, OpaquePointer?) -> Void = LoadedFunction.named("X509_STORE_CTX_set0_trusted_stack")
private let loaded_X509_STORE_CTX_set_ex_data: @convention(c) (OpaquePointer?, Int32, UnsafeMutableRawPointer?) -> Int32 = LoadedFunction.named("X509_STORE_CTX_set_ex_data")
private let loaded_X509_STORE_CTX_set_verify_cb: @convention(c) (OpaquePointer?, (@convention(c) (Int32, OpaquePointer?) -> Int32)?) -> Void = LoadedFunction.named("X509_STORE_CTX_set_verify_cb")
private let loaded_X509_STORE_free: @convention(c) (OpaquePointer?) -> Void = LoadedFunction.named("X509_STORE_free")
private let loaded_X509_STORE_new: @convention(c) () -> OpaquePointer? = LoadedFunction.named("X509_STORE_new")
private let loaded_X509_STORE_set_check_issued: @convention(c) (OpaquePointer?, (@convention(c) (OpaquePointer?, OpaquePointer?, OpaquePointer?) -> Int32)?) -> Void = LoadedFunction.named("X509_STORE_set_check_issued")
private let loaded_X509_VERIFY_PARAM_add0_policy: @convention(c) (OpaquePointer?, OpaquePointer?) -> Int32 = LoadedFunction.named("X509_VERIFY_PARAM_add0_policy")
private let loaded_X509_VERIFY_PARAM_set_flags: @convention(c) (OpaquePointer?, UInt) -> Int32 = LoadedFunction.named("X509_VERIFY_PARAM_set_flags")
private let loaded_X509_VERIFY_PARAM_set_hostflags: @convention(c) (OpaquePointer?, UInt32) -> Void = LoadedFunction.named("X509_VERIFY_PARAM_set_hostflags")
private let loaded_X509_free: @convention(c) (OpaquePointer?) -> Void = LoadedFunction.named("X509_free")
private let loaded_X509_get0_authority_key_id: @convention(c) (OpaquePointer?) -> OpaquePointer? = LoadedFunction.named("X509_get0_authority_key_id")
private let loaded_X509_get0_pubkey: @convention(c) (OpaquePointer?) -> OpaquePointer? = LoadedFunction.named("X509_get0_pubkey")
private let loaded_X509_get0_subject_key_id: @convention(c) (OpaquePointer?) -> OpaquePointer? = LoadedFunction.named("X509_get0_subject_key_id")
private let loaded_X509_get_issuer_name: @convention(c) (OpaquePointer?) -> OpaquePointer? = LoadedFunction.named("X509_get_issuer_name")
private let loaded_X509_get_signature_info: @convention(c) (OpaquePointer?, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<UInt32>?) -> Int32 = LoadedFunction.named("X509_get_signature_info")
private let loaded_X509_get_subject_name: @convention(c) (OpaquePointer?) -> OpaquePointer? = LoadedFunction.named("X509_get_subject_name")
private let loaded_X509_it: @convention(c) () -> OpaquePointer? = LoadedFunction.named("X509_it")
private let loaded_X509_new_ex: @convention(c) (OpaquePointer?, UnsafePointer<CChar>?) -> OpaquePointer? = LoadedFunction.named("X509_new_ex")
private let loaded_X509_verify: @convention(c) (OpaquePointer?, OpaquePointer?) -> Int32 = LoadedFunction.named("X509_verify")
private let loaded_X509_verify_cert: @convention(c) (OpaquePointer?) -> Int32 = LoadedFunction.named("X509_verify_cert")
private let loaded_i2d_X509: @convention(c) (OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32 = LoadedFunction.named("i2d_X509")
