// A generated table: Scripts/generate-declarations.py.
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

import Glibc

@_extern(c) @discardableResult package func keychain_crypto_library() -> UnsafePointer<CChar>!
@_extern(c) @discardableResult package func keychain_crypto_linked(_: UnsafePointer<CChar>!) -> UnsafeMutableRawPointer!
@_extern(c) @discardableResult package func keychain_is_end_of_pem(_: UInt) -> Bool
@_extern(c) @discardableResult package func keychain_pkey_pair() -> Int32
@_extern(c) @discardableResult package func keychain_pkey_public() -> Int32
@_extern(c) package func keychain_parameter_integer(_: UnsafeMutableRawPointer!, _: UnsafePointer<CChar>!, _: UnsafeMutableRawPointer!, _: Int)
@_extern(c) package func keychain_parameter_octets(_: UnsafeMutableRawPointer!, _: UnsafePointer<CChar>!, _: UnsafeMutableRawPointer!, _: Int)
@_extern(c) package func keychain_parameter_text(_: UnsafeMutableRawPointer!, _: UnsafePointer<CChar>!, _: UnsafePointer<CChar>!)
@discardableResult package func ASN1_ANY_it() -> OpaquePointer! { loaded_ASN1_ANY_it() }
@discardableResult package func ASN1_BIT_STRING_it() -> OpaquePointer! { loaded_ASN1_BIT_STRING_it() }
@discardableResult package func ASN1_OCTET_STRING_cmp(_ value0: OpaquePointer!, _ value1: OpaquePointer!) -> Int32 { loaded_ASN1_OCTET_STRING_cmp(value0, value1) }
@discardableResult package func ASN1_item_d2i(_ value0: UnsafeMutablePointer<OpaquePointer?>!, _ value1: UnsafeMutablePointer<UnsafePointer<UInt8>?>!, _ value2: Int, _ value3: OpaquePointer!) -> OpaquePointer! { loaded_ASN1_item_d2i(value0, value1, value2, value3) }
@discardableResult package func ASN1_item_verify_ctx(_ value0: OpaquePointer!, _ value1: OpaquePointer!, _ value2: OpaquePointer!, _ value3: UnsafeRawPointer!, _ value4: OpaquePointer!) -> Int32 { loaded_ASN1_item_verify_ctx(value0, value1, value2, value3, value4) }
@discardableResult package func BIO_free(_ value0: OpaquePointer!) -> Int32 { loaded_BIO_free(value0) }
@discardableResult package func BIO_new_file(_ value0: UnsafePointer<CChar>!, _ value1: UnsafePointer<CChar>!) -> OpaquePointer! { loaded_BIO_new_file(value0, value1) }
@discardableResult package func BN_CTX_secure_new() -> OpaquePointer! { loaded_BN_CTX_secure_new() }
@discardableResult package func BN_CTX_secure_new_ex(_ value0: OpaquePointer!) -> OpaquePointer! { loaded_BN_CTX_secure_new_ex(value0) }
@discardableResult package func BN_bin2bn(_ value0: UnsafePointer<UInt8>!, _ value1: Int32, _ value2: OpaquePointer!) -> OpaquePointer! { loaded_BN_bin2bn(value0, value1, value2) }
@discardableResult package func BN_bn2bin(_ value0: OpaquePointer!, _ value1: UnsafeMutablePointer<UInt8>!) -> Int32 { loaded_BN_bn2bin(value0, value1) }
@discardableResult package func BN_bn2binpad(_ value0: OpaquePointer!, _ value1: UnsafeMutablePointer<UInt8>!, _ value2: Int32) -> Int32 { loaded_BN_bn2binpad(value0, value1, value2) }
@discardableResult package func BN_cmp(_ value0: OpaquePointer!, _ value1: OpaquePointer!) -> Int32 { loaded_BN_cmp(value0, value1) }
@discardableResult package func BN_is_odd(_ value0: OpaquePointer!) -> Int32 { loaded_BN_is_odd(value0) }
@discardableResult package func BN_is_one(_ value0: OpaquePointer!) -> Int32 { loaded_BN_is_one(value0) }
@discardableResult package func BN_is_zero(_ value0: OpaquePointer!) -> Int32 { loaded_BN_is_zero(value0) }
@discardableResult package func BN_mod_exp_mont_consttime(_ value0: OpaquePointer!, _ value1: OpaquePointer!, _ value2: OpaquePointer!, _ value3: OpaquePointer!, _ value4: OpaquePointer!, _ value5: OpaquePointer!) -> Int32 { loaded_BN_mod_exp_mont_consttime(value0, value1, value2, value3, value4, value5) }
@discardableResult package func BN_mod_mul(_ value0: OpaquePointer!, _ value1: OpaquePointer!, _ value2: OpaquePointer!, _ value3: OpaquePointer!, _ value4: OpaquePointer!) -> Int32 { loaded_BN_mod_mul(value0, value1, value2, value3, value4) }
@discardableResult package func BN_mul(_ value0: OpaquePointer!, _ value1: OpaquePointer!, _ value2: OpaquePointer!, _ value3: OpaquePointer!) -> Int32 { loaded_BN_mul(value0, value1, value2, value3) }
@discardableResult package func BN_nnmod(_ value0: OpaquePointer!, _ value1: OpaquePointer!, _ value2: OpaquePointer!, _ value3: OpaquePointer!) -> Int32 { loaded_BN_nnmod(value0, value1, value2, value3) }
@discardableResult package func BN_num_bits(_ value0: OpaquePointer!) -> Int32 { loaded_BN_num_bits(value0) }
@discardableResult package func BN_secure_new() -> OpaquePointer! { loaded_BN_secure_new() }
@discardableResult package func BN_sub(_ value0: OpaquePointer!, _ value1: OpaquePointer!, _ value2: OpaquePointer!) -> Int32 { loaded_BN_sub(value0, value1, value2) }
@discardableResult package func BN_sub_word(_ value0: OpaquePointer!, _ value1: UInt) -> Int32 { loaded_BN_sub_word(value0, value1) }
@discardableResult package func BN_value_one() -> OpaquePointer! { loaded_BN_value_one() }
@discardableResult package func CRYPTO_memcmp(_ value0: UnsafeRawPointer!, _ value1: UnsafeRawPointer!, _ value2: Int) -> Int32 { loaded_CRYPTO_memcmp(value0, value1, value2) }
@discardableResult package func EC_GROUP_new_by_curve_name_ex(_ value0: OpaquePointer!, _ value1: UnsafePointer<CChar>!, _ value2: Int32) -> OpaquePointer! { loaded_EC_GROUP_new_by_curve_name_ex(value0, value1, value2) }
@discardableResult package func EC_POINT_mul(_ value0: OpaquePointer!, _ value1: OpaquePointer!, _ value2: OpaquePointer!, _ value3: OpaquePointer!, _ value4: OpaquePointer!, _ value5: OpaquePointer!) -> Int32 { loaded_EC_POINT_mul(value0, value1, value2, value3, value4, value5) }
@discardableResult package func EC_POINT_new(_ value0: OpaquePointer!) -> OpaquePointer! { loaded_EC_POINT_new(value0) }
@discardableResult package func EC_POINT_oct2point(_ value0: OpaquePointer!, _ value1: OpaquePointer!, _ value2: UnsafePointer<UInt8>!, _ value3: Int, _ value4: OpaquePointer!) -> Int32 { loaded_EC_POINT_oct2point(value0, value1, value2, value3, value4) }
@discardableResult package func EC_POINT_point2oct(_ value0: OpaquePointer!, _ value1: OpaquePointer!, _ value2: UInt32, _ value3: UnsafeMutablePointer<UInt8>!, _ value4: Int, _ value5: OpaquePointer!) -> Int { loaded_EC_POINT_point2oct(value0, value1, value2, value3, value4, value5) }
@discardableResult package func ERR_get_error() -> UInt { loaded_ERR_get_error() }
@discardableResult package func ERR_peek_error() -> UInt { loaded_ERR_peek_error() }
@discardableResult package func ERR_peek_last_error() -> UInt { loaded_ERR_peek_last_error() }
@discardableResult package func ERR_pop_to_mark() -> Int32 { loaded_ERR_pop_to_mark() }
@discardableResult package func ERR_reason_error_string(_ value0: UInt) -> UnsafePointer<CChar>! { loaded_ERR_reason_error_string(value0) }
@discardableResult package func ERR_set_mark() -> Int32 { loaded_ERR_set_mark() }
@discardableResult package func EVP_CIPHER_CTX_ctrl(_ value0: OpaquePointer!, _ value1: Int32, _ value2: Int32, _ value3: UnsafeMutableRawPointer!) -> Int32 { loaded_EVP_CIPHER_CTX_ctrl(value0, value1, value2, value3) }
@discardableResult package func EVP_CIPHER_CTX_new() -> OpaquePointer! { loaded_EVP_CIPHER_CTX_new() }
@discardableResult package func EVP_CIPHER_CTX_set_key_length(_ value0: OpaquePointer!, _ value1: Int32) -> Int32 { loaded_EVP_CIPHER_CTX_set_key_length(value0, value1) }
@discardableResult package func EVP_CIPHER_CTX_set_padding(_ value0: OpaquePointer!, _ value1: Int32) -> Int32 { loaded_EVP_CIPHER_CTX_set_padding(value0, value1) }
@discardableResult package func EVP_CIPHER_fetch(_ value0: OpaquePointer!, _ value1: UnsafePointer<CChar>!, _ value2: UnsafePointer<CChar>!) -> OpaquePointer! { loaded_EVP_CIPHER_fetch(value0, value1, value2) }
@discardableResult package func EVP_CipherFinal_ex(_ value0: OpaquePointer!, _ value1: UnsafeMutablePointer<UInt8>!, _ value2: UnsafeMutablePointer<Int32>!) -> Int32 { loaded_EVP_CipherFinal_ex(value0, value1, value2) }
@discardableResult package func EVP_CipherInit_ex2(_ value0: OpaquePointer!, _ value1: OpaquePointer!, _ value2: UnsafePointer<UInt8>!, _ value3: UnsafePointer<UInt8>!, _ value4: Int32, _ value5: OpaquePointer!) -> Int32 { loaded_EVP_CipherInit_ex2(value0, value1, value2, value3, value4, value5) }
@discardableResult package func EVP_CipherUpdate(_ value0: OpaquePointer!, _ value1: UnsafeMutablePointer<UInt8>!, _ value2: UnsafeMutablePointer<Int32>!, _ value3: UnsafePointer<UInt8>!, _ value4: Int32) -> Int32 { loaded_EVP_CipherUpdate(value0, value1, value2, value3, value4) }
@discardableResult package func EVP_Digest(_ value0: UnsafeRawPointer!, _ value1: Int, _ value2: UnsafeMutablePointer<UInt8>!, _ value3: UnsafeMutablePointer<UInt32>!, _ value4: OpaquePointer!, _ value5: OpaquePointer!) -> Int32 { loaded_EVP_Digest(value0, value1, value2, value3, value4, value5) }
@discardableResult package func EVP_DigestFinal_ex(_ value0: OpaquePointer!, _ value1: UnsafeMutablePointer<UInt8>!, _ value2: UnsafeMutablePointer<UInt32>!) -> Int32 { loaded_EVP_DigestFinal_ex(value0, value1, value2) }
@discardableResult package func EVP_DigestInit_ex2(_ value0: OpaquePointer!, _ value1: OpaquePointer!, _ value2: OpaquePointer!) -> Int32 { loaded_EVP_DigestInit_ex2(value0, value1, value2) }
@discardableResult package func EVP_DigestUpdate(_ value0: OpaquePointer!, _ value1: UnsafeRawPointer!, _ value2: Int) -> Int32 { loaded_EVP_DigestUpdate(value0, value1, value2) }
@discardableResult package func EVP_KDF_CTX_new(_ value0: OpaquePointer!) -> OpaquePointer! { loaded_EVP_KDF_CTX_new(value0) }
@discardableResult package func EVP_KDF_derive(_ value0: OpaquePointer!, _ value1: UnsafeMutablePointer<UInt8>!, _ value2: Int, _ value3: OpaquePointer!) -> Int32 { loaded_EVP_KDF_derive(value0, value1, value2, value3) }
@discardableResult package func EVP_KDF_fetch(_ value0: OpaquePointer!, _ value1: UnsafePointer<CChar>!, _ value2: UnsafePointer<CChar>!) -> OpaquePointer! { loaded_EVP_KDF_fetch(value0, value1, value2) }
@discardableResult package func EVP_MD_CTX_get0_md(_ value0: OpaquePointer!) -> OpaquePointer! { loaded_EVP_MD_CTX_get0_md(value0) }
@discardableResult package func EVP_MD_CTX_new() -> OpaquePointer! { loaded_EVP_MD_CTX_new() }
@discardableResult package func EVP_MD_fetch(_ value0: OpaquePointer!, _ value1: UnsafePointer<CChar>!, _ value2: UnsafePointer<CChar>!) -> OpaquePointer! { loaded_EVP_MD_fetch(value0, value1, value2) }
@discardableResult package func EVP_MD_get_size(_ value0: OpaquePointer!) -> Int32 { loaded_EVP_MD_get_size(value0) }
@discardableResult package func EVP_MD_get_type(_ value0: OpaquePointer!) -> Int32 { loaded_EVP_MD_get_type(value0) }
@discardableResult package func EVP_PKEY_CTX_new_from_name(_ value0: OpaquePointer!, _ value1: UnsafePointer<CChar>!, _ value2: UnsafePointer<CChar>!) -> OpaquePointer! { loaded_EVP_PKEY_CTX_new_from_name(value0, value1, value2) }
@discardableResult package func EVP_PKEY_CTX_new_from_pkey(_ value0: OpaquePointer!, _ value1: OpaquePointer!, _ value2: UnsafePointer<CChar>!) -> OpaquePointer! { loaded_EVP_PKEY_CTX_new_from_pkey(value0, value1, value2) }
@discardableResult package func EVP_PKEY_CTX_set_ecdh_cofactor_mode(_ value0: OpaquePointer!, _ value1: Int32) -> Int32 { loaded_EVP_PKEY_CTX_set_ecdh_cofactor_mode(value0, value1) }
@discardableResult package func EVP_PKEY_CTX_set_group_name(_ value0: OpaquePointer!, _ value1: UnsafePointer<CChar>!) -> Int32 { loaded_EVP_PKEY_CTX_set_group_name(value0, value1) }
@discardableResult package func EVP_PKEY_CTX_set_rsa_keygen_bits(_ value0: OpaquePointer!, _ value1: Int32) -> Int32 { loaded_EVP_PKEY_CTX_set_rsa_keygen_bits(value0, value1) }
@discardableResult package func EVP_PKEY_CTX_set_rsa_mgf1_md(_ value0: OpaquePointer!, _ value1: OpaquePointer!) -> Int32 { loaded_EVP_PKEY_CTX_set_rsa_mgf1_md(value0, value1) }
@discardableResult package func EVP_PKEY_CTX_set_rsa_oaep_md(_ value0: OpaquePointer!, _ value1: OpaquePointer!) -> Int32 { loaded_EVP_PKEY_CTX_set_rsa_oaep_md(value0, value1) }
@discardableResult package func EVP_PKEY_CTX_set_rsa_padding(_ value0: OpaquePointer!, _ value1: Int32) -> Int32 { loaded_EVP_PKEY_CTX_set_rsa_padding(value0, value1) }
@discardableResult package func EVP_PKEY_CTX_set_rsa_pss_saltlen(_ value0: OpaquePointer!, _ value1: Int32) -> Int32 { loaded_EVP_PKEY_CTX_set_rsa_pss_saltlen(value0, value1) }
@discardableResult package func EVP_PKEY_CTX_set_signature_md(_ value0: OpaquePointer!, _ value1: OpaquePointer!) -> Int32 { loaded_EVP_PKEY_CTX_set_signature_md(value0, value1) }
@discardableResult package func EVP_PKEY_decrypt(_ value0: OpaquePointer!, _ value1: UnsafeMutablePointer<UInt8>!, _ value2: UnsafeMutablePointer<Int>!, _ value3: UnsafePointer<UInt8>!, _ value4: Int) -> Int32 { loaded_EVP_PKEY_decrypt(value0, value1, value2, value3, value4) }
@discardableResult package func EVP_PKEY_decrypt_init_ex(_ value0: OpaquePointer!, _ value1: OpaquePointer!) -> Int32 { loaded_EVP_PKEY_decrypt_init_ex(value0, value1) }
@discardableResult package func EVP_PKEY_derive(_ value0: OpaquePointer!, _ value1: UnsafeMutablePointer<UInt8>!, _ value2: UnsafeMutablePointer<Int>!) -> Int32 { loaded_EVP_PKEY_derive(value0, value1, value2) }
@discardableResult package func EVP_PKEY_derive_init(_ value0: OpaquePointer!) -> Int32 { loaded_EVP_PKEY_derive_init(value0) }
@discardableResult package func EVP_PKEY_derive_set_peer_ex(_ value0: OpaquePointer!, _ value1: OpaquePointer!, _ value2: Int32) -> Int32 { loaded_EVP_PKEY_derive_set_peer_ex(value0, value1, value2) }
@discardableResult package func EVP_PKEY_encrypt(_ value0: OpaquePointer!, _ value1: UnsafeMutablePointer<UInt8>!, _ value2: UnsafeMutablePointer<Int>!, _ value3: UnsafePointer<UInt8>!, _ value4: Int) -> Int32 { loaded_EVP_PKEY_encrypt(value0, value1, value2, value3, value4) }
@discardableResult package func EVP_PKEY_encrypt_init(_ value0: OpaquePointer!) -> Int32 { loaded_EVP_PKEY_encrypt_init(value0) }
@discardableResult package func EVP_PKEY_fromdata(_ value0: OpaquePointer!, _ value1: UnsafeMutablePointer<OpaquePointer?>!, _ value2: Int32, _ value3: OpaquePointer!) -> Int32 { loaded_EVP_PKEY_fromdata(value0, value1, value2, value3) }
@discardableResult package func EVP_PKEY_fromdata_init(_ value0: OpaquePointer!) -> Int32 { loaded_EVP_PKEY_fromdata_init(value0) }
@discardableResult package func EVP_PKEY_generate(_ value0: OpaquePointer!, _ value1: UnsafeMutablePointer<OpaquePointer?>!) -> Int32 { loaded_EVP_PKEY_generate(value0, value1) }
@discardableResult package func EVP_PKEY_get_base_id(_ value0: OpaquePointer!) -> Int32 { loaded_EVP_PKEY_get_base_id(value0) }
@discardableResult package func EVP_PKEY_get_bits(_ value0: OpaquePointer!) -> Int32 { loaded_EVP_PKEY_get_bits(value0) }
@discardableResult package func EVP_PKEY_get_octet_string_param(_ value0: OpaquePointer!, _ value1: UnsafePointer<CChar>!, _ value2: UnsafeMutablePointer<UInt8>!, _ value3: Int, _ value4: UnsafeMutablePointer<Int>!) -> Int32 { loaded_EVP_PKEY_get_octet_string_param(value0, value1, value2, value3, value4) }
@discardableResult package func EVP_PKEY_get_params(_ value0: OpaquePointer!, _ value1: OpaquePointer!) -> Int32 { loaded_EVP_PKEY_get_params(value0, value1) }
@discardableResult package func EVP_PKEY_keygen_init(_ value0: OpaquePointer!) -> Int32 { loaded_EVP_PKEY_keygen_init(value0) }
@discardableResult package func EVP_PKEY_pairwise_check(_ value0: OpaquePointer!) -> Int32 { loaded_EVP_PKEY_pairwise_check(value0) }
@discardableResult package func EVP_PKEY_private_check(_ value0: OpaquePointer!) -> Int32 { loaded_EVP_PKEY_private_check(value0) }
@discardableResult package func EVP_PKEY_sign(_ value0: OpaquePointer!, _ value1: UnsafeMutablePointer<UInt8>!, _ value2: UnsafeMutablePointer<Int>!, _ value3: UnsafePointer<UInt8>!, _ value4: Int) -> Int32 { loaded_EVP_PKEY_sign(value0, value1, value2, value3, value4) }
@discardableResult package func EVP_PKEY_sign_init(_ value0: OpaquePointer!) -> Int32 { loaded_EVP_PKEY_sign_init(value0) }
@discardableResult package func EVP_PKEY_verify(_ value0: OpaquePointer!, _ value1: UnsafePointer<UInt8>!, _ value2: Int, _ value3: UnsafePointer<UInt8>!, _ value4: Int) -> Int32 { loaded_EVP_PKEY_verify(value0, value1, value2, value3, value4) }
@discardableResult package func EVP_PKEY_verify_init(_ value0: OpaquePointer!) -> Int32 { loaded_EVP_PKEY_verify_init(value0) }
@discardableResult package func EVP_Q_mac(_ value0: OpaquePointer!, _ value1: UnsafePointer<CChar>!, _ value2: UnsafePointer<CChar>!, _ value3: UnsafePointer<CChar>!, _ value4: OpaquePointer!, _ value5: UnsafeRawPointer!, _ value6: Int, _ value7: UnsafePointer<UInt8>!, _ value8: Int, _ value9: UnsafeMutablePointer<UInt8>!, _ value10: Int, _ value11: UnsafeMutablePointer<Int>!) -> UnsafeMutablePointer<UInt8>! { loaded_EVP_Q_mac(value0, value1, value2, value3, value4, value5, value6, value7, value8, value9, value10, value11) }
@discardableResult package func OBJ_nid2obj(_ value0: Int32) -> OpaquePointer! { loaded_OBJ_nid2obj(value0) }
@discardableResult package func OPENSSL_init_crypto(_ value0: UInt64, _ value1: OpaquePointer!) -> Int32 { loaded_OPENSSL_init_crypto(value0, value1) }
@discardableResult package func OPENSSL_sk_new_null() -> OpaquePointer! { loaded_OPENSSL_sk_new_null() }
@discardableResult package func OPENSSL_sk_num(_ value0: OpaquePointer!) -> Int32 { loaded_OPENSSL_sk_num(value0) }
@discardableResult package func OPENSSL_sk_push(_ value0: OpaquePointer!, _ value1: UnsafeRawPointer!) -> Int32 { loaded_OPENSSL_sk_push(value0, value1) }
@discardableResult package func OPENSSL_sk_value(_ value0: OpaquePointer!, _ value1: Int32) -> UnsafeMutableRawPointer! { loaded_OPENSSL_sk_value(value0, value1) }
@discardableResult package func OSSL_LIB_CTX_new() -> OpaquePointer! { loaded_OSSL_LIB_CTX_new() }
@discardableResult package func OSSL_PROVIDER_load(_ value0: OpaquePointer!, _ value1: UnsafePointer<CChar>!) -> OpaquePointer! { loaded_OSSL_PROVIDER_load(value0, value1) }
@discardableResult package func OSSL_PROVIDER_unload(_ value0: OpaquePointer!) -> Int32 { loaded_OSSL_PROVIDER_unload(value0) }
@discardableResult package func PEM_read_bio_X509(_ value0: OpaquePointer!, _ value1: UnsafeMutablePointer<OpaquePointer?>!, _ value2: (@convention(c) (UnsafeMutablePointer<CChar>?, Int32, Int32, UnsafeMutableRawPointer?) -> Int32)!, _ value3: UnsafeMutableRawPointer!) -> OpaquePointer! { loaded_PEM_read_bio_X509(value0, value1, value2, value3) }
@discardableResult package func RSA_padding_check_PKCS1_OAEP_mgf1(_ value0: UnsafeMutablePointer<UInt8>!, _ value1: Int32, _ value2: UnsafePointer<UInt8>!, _ value3: Int32, _ value4: Int32, _ value5: UnsafePointer<UInt8>!, _ value6: Int32, _ value7: OpaquePointer!, _ value8: OpaquePointer!) -> Int32 { loaded_RSA_padding_check_PKCS1_OAEP_mgf1(value0, value1, value2, value3, value4, value5, value6, value7, value8) }
@discardableResult package func RSA_padding_check_PKCS1_type_2(_ value0: UnsafeMutablePointer<UInt8>!, _ value1: Int32, _ value2: UnsafePointer<UInt8>!, _ value3: Int32, _ value4: Int32) -> Int32 { loaded_RSA_padding_check_PKCS1_type_2(value0, value1, value2, value3, value4) }
@discardableResult package func SHA1(_ value0: UnsafePointer<UInt8>!, _ value1: Int, _ value2: UnsafeMutablePointer<UInt8>!) -> UnsafeMutablePointer<UInt8>! { loaded_SHA1(value0, value1, value2) }
@discardableResult package func SHA1_Init(_ value0: OpaquePointer!) -> Int32 { loaded_SHA1_Init(value0) }
@discardableResult package func SHA1_Update(_ value0: OpaquePointer!, _ value1: UnsafeRawPointer!, _ value2: Int) -> Int32 { loaded_SHA1_Update(value0, value1, value2) }
@discardableResult package func SHA224(_ value0: UnsafePointer<UInt8>!, _ value1: Int, _ value2: UnsafeMutablePointer<UInt8>!) -> UnsafeMutablePointer<UInt8>! { loaded_SHA224(value0, value1, value2) }
@discardableResult package func SHA256(_ value0: UnsafePointer<UInt8>!, _ value1: Int, _ value2: UnsafeMutablePointer<UInt8>!) -> UnsafeMutablePointer<UInt8>! { loaded_SHA256(value0, value1, value2) }
@discardableResult package func SHA384(_ value0: UnsafePointer<UInt8>!, _ value1: Int, _ value2: UnsafeMutablePointer<UInt8>!) -> UnsafeMutablePointer<UInt8>! { loaded_SHA384(value0, value1, value2) }
@discardableResult package func SHA512(_ value0: UnsafePointer<UInt8>!, _ value1: Int, _ value2: UnsafeMutablePointer<UInt8>!) -> UnsafeMutablePointer<UInt8>! { loaded_SHA512(value0, value1, value2) }
@discardableResult package func X509_ALGOR_it() -> OpaquePointer! { loaded_X509_ALGOR_it() }
@discardableResult package func X509_NAME_cmp(_ value0: OpaquePointer!, _ value1: OpaquePointer!) -> Int32 { loaded_X509_NAME_cmp(value0, value1) }
@discardableResult package func X509_NAME_hash_ex(_ value0: OpaquePointer!, _ value1: OpaquePointer!, _ value2: UnsafePointer<CChar>!, _ value3: UnsafeMutablePointer<Int32>!) -> UInt { loaded_X509_NAME_hash_ex(value0, value1, value2, value3) }
@discardableResult package func X509_NAME_it() -> OpaquePointer! { loaded_X509_NAME_it() }
@discardableResult package func X509_STORE_CTX_get0_chain(_ value0: OpaquePointer!) -> OpaquePointer! { loaded_X509_STORE_CTX_get0_chain(value0) }
@discardableResult package func X509_STORE_CTX_get0_param(_ value0: OpaquePointer!) -> OpaquePointer! { loaded_X509_STORE_CTX_get0_param(value0) }
@discardableResult package func X509_STORE_CTX_get_error(_ value0: OpaquePointer!) -> Int32 { loaded_X509_STORE_CTX_get_error(value0) }
@discardableResult package func X509_STORE_CTX_get_error_depth(_ value0: OpaquePointer!) -> Int32 { loaded_X509_STORE_CTX_get_error_depth(value0) }
@discardableResult package func X509_STORE_CTX_get_ex_data(_ value0: OpaquePointer!, _ value1: Int32) -> UnsafeMutableRawPointer! { loaded_X509_STORE_CTX_get_ex_data(value0, value1) }
@discardableResult package func X509_STORE_CTX_init(_ value0: OpaquePointer!, _ value1: OpaquePointer!, _ value2: OpaquePointer!, _ value3: OpaquePointer!) -> Int32 { loaded_X509_STORE_CTX_init(value0, value1, value2, value3) }
@discardableResult package func X509_STORE_CTX_new_ex(_ value0: OpaquePointer!, _ value1: UnsafePointer<CChar>!) -> OpaquePointer! { loaded_X509_STORE_CTX_new_ex(value0, value1) }
@discardableResult package func X509_STORE_CTX_set_ex_data(_ value0: OpaquePointer!, _ value1: Int32, _ value2: UnsafeMutableRawPointer!) -> Int32 { loaded_X509_STORE_CTX_set_ex_data(value0, value1, value2) }
@discardableResult package func X509_STORE_new() -> OpaquePointer! { loaded_X509_STORE_new() }
@discardableResult package func X509_VERIFY_PARAM_add0_policy(_ value0: OpaquePointer!, _ value1: OpaquePointer!) -> Int32 { loaded_X509_VERIFY_PARAM_add0_policy(value0, value1) }
@discardableResult package func X509_VERIFY_PARAM_set_flags(_ value0: OpaquePointer!, _ value1: UInt) -> Int32 { loaded_X509_VERIFY_PARAM_set_flags(value0, value1) }
@discardableResult package func X509_get0_authority_key_id(_ value0: OpaquePointer!) -> OpaquePointer! { loaded_X509_get0_authority_key_id(value0) }
@discardableResult package func X509_get0_pubkey(_ value0: OpaquePointer!) -> OpaquePointer! { loaded_X509_get0_pubkey(value0) }
@discardableResult package func X509_get0_subject_key_id(_ value0: OpaquePointer!) -> OpaquePointer! { loaded_X509_get0_subject_key_id(value0) }
@discardableResult package func X509_get_extension_flags(_ value0: OpaquePointer!) -> UInt32 { loaded_X509_get_extension_flags(value0) }
@discardableResult package func X509_get_issuer_name(_ value0: OpaquePointer!) -> OpaquePointer! { loaded_X509_get_issuer_name(value0) }
@discardableResult package func X509_get_signature_info(_ value0: OpaquePointer!, _ value1: UnsafeMutablePointer<Int32>!, _ value2: UnsafeMutablePointer<Int32>!, _ value3: UnsafeMutablePointer<Int32>!, _ value4: UnsafeMutablePointer<UInt32>!) -> Int32 { loaded_X509_get_signature_info(value0, value1, value2, value3, value4) }
@discardableResult package func X509_get_subject_name(_ value0: OpaquePointer!) -> OpaquePointer! { loaded_X509_get_subject_name(value0) }
@discardableResult package func X509_it() -> OpaquePointer! { loaded_X509_it() }
@discardableResult package func X509_new_ex(_ value0: OpaquePointer!, _ value1: UnsafePointer<CChar>!) -> OpaquePointer! { loaded_X509_new_ex(value0, value1) }
@discardableResult package func X509_verify(_ value0: OpaquePointer!, _ value1: OpaquePointer!) -> Int32 { loaded_X509_verify(value0, value1) }
@discardableResult package func X509_verify_cert(_ value0: OpaquePointer!) -> Int32 { loaded_X509_verify_cert(value0) }
@discardableResult package func i2d_X509(_ value0: OpaquePointer!, _ value1: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>!) -> Int32 { loaded_i2d_X509(value0, value1) }
package func ASN1_item_free(_ value0: OpaquePointer!, _ value1: OpaquePointer!) { loaded_ASN1_item_free(value0, value1) }
package func BN_CTX_free(_ value0: OpaquePointer!) { loaded_BN_CTX_free(value0) }
package func BN_clear_free(_ value0: OpaquePointer!) { loaded_BN_clear_free(value0) }
package func BN_set_flags(_ value0: OpaquePointer!, _ value1: Int32) { loaded_BN_set_flags(value0, value1) }
package func CRYPTO_free(_ value0: UnsafeMutableRawPointer!, _ value1: UnsafePointer<CChar>!, _ value2: Int32) { loaded_CRYPTO_free(value0, value1, value2) }
package func EC_GROUP_free(_ value0: OpaquePointer!) { loaded_EC_GROUP_free(value0) }
package func EC_POINT_clear_free(_ value0: OpaquePointer!) { loaded_EC_POINT_clear_free(value0) }
package func ERR_clear_error() { loaded_ERR_clear_error() }
package func EVP_CIPHER_CTX_free(_ value0: OpaquePointer!) { loaded_EVP_CIPHER_CTX_free(value0) }
package func EVP_CIPHER_CTX_set_flags(_ value0: OpaquePointer!, _ value1: Int32) { loaded_EVP_CIPHER_CTX_set_flags(value0, value1) }
package func EVP_CIPHER_free(_ value0: OpaquePointer!) { loaded_EVP_CIPHER_free(value0) }
package func EVP_KDF_CTX_free(_ value0: OpaquePointer!) { loaded_EVP_KDF_CTX_free(value0) }
package func EVP_KDF_free(_ value0: OpaquePointer!) { loaded_EVP_KDF_free(value0) }
package func EVP_MD_CTX_free(_ value0: OpaquePointer!) { loaded_EVP_MD_CTX_free(value0) }
package func EVP_MD_CTX_set_pkey_ctx(_ value0: OpaquePointer!, _ value1: OpaquePointer!) { loaded_EVP_MD_CTX_set_pkey_ctx(value0, value1) }
package func EVP_MD_free(_ value0: OpaquePointer!) { loaded_EVP_MD_free(value0) }
package func EVP_PKEY_CTX_free(_ value0: OpaquePointer!) { loaded_EVP_PKEY_CTX_free(value0) }
package func EVP_PKEY_free(_ value0: OpaquePointer!) { loaded_EVP_PKEY_free(value0) }
package func OPENSSL_sk_free(_ value0: OpaquePointer!) { loaded_OPENSSL_sk_free(value0) }
package func OSSL_LIB_CTX_free(_ value0: OpaquePointer!) { loaded_OSSL_LIB_CTX_free(value0) }
package func X509_STORE_CTX_free(_ value0: OpaquePointer!) { loaded_X509_STORE_CTX_free(value0) }
package func X509_STORE_CTX_set0_trusted_stack(_ value0: OpaquePointer!, _ value1: OpaquePointer!) { loaded_X509_STORE_CTX_set0_trusted_stack(value0, value1) }
package func X509_STORE_CTX_set_verify_cb(_ value0: OpaquePointer!, _ value1: (@convention(c) (Int32, OpaquePointer?) -> Int32)!) { loaded_X509_STORE_CTX_set_verify_cb(value0, value1) }
package func X509_STORE_free(_ value0: OpaquePointer!) { loaded_X509_STORE_free(value0) }
package func X509_STORE_set_check_issued(_ value0: OpaquePointer!, _ value1: (@convention(c) (OpaquePointer?, OpaquePointer?, OpaquePointer?) -> Int32)!) { loaded_X509_STORE_set_check_issued(value0, value1) }
package func X509_VERIFY_PARAM_set_hostflags(_ value0: OpaquePointer!, _ value1: UInt32) { loaded_X509_VERIFY_PARAM_set_hostflags(value0, value1) }
package func X509_free(_ value0: OpaquePointer!) { loaded_X509_free(value0) }
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
package let EXFLAG_CRITICAL: Int32 = 512
package let EXFLAG_INVALID: Int32 = 128
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
package let X509_V_ERR_EC_KEY_EXPLICIT_PARAMS: Int32 = 94
package let X509_V_ERR_EXCLUDED_VIOLATION: Int32 = 48
package let X509_V_ERR_INVALID_CA: Int32 = 79
package let X509_V_ERR_INVALID_NON_CA: Int32 = 37
package let X509_V_ERR_INVALID_POLICY_EXTENSION: Int32 = 42
package let X509_V_ERR_KEYUSAGE_NO_CERTSIGN: Int32 = 32
package let X509_V_ERR_KEYUSAGE_NO_DIGITAL_SIGNATURE: Int32 = 39
package let X509_V_ERR_NO_EXPLICIT_POLICY: Int32 = 43
package let X509_V_ERR_PATH_LENGTH_EXCEEDED: Int32 = 25
package let X509_V_ERR_PERMITTED_VIOLATION: Int32 = 47
package let X509_V_ERR_PROXY_CERTIFICATES_NOT_ALLOWED: Int32 = 40
package let X509_V_ERR_PROXY_PATH_LENGTH_EXCEEDED: Int32 = 38
package let X509_V_ERR_PROXY_SUBJECT_NAME_VIOLATION: Int32 = 72
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
private let loaded_EC_POINT_oct2point: @convention(c) (OpaquePointer?, OpaquePointer?, UnsafePointer<UInt8>?, Int, OpaquePointer?) -> Int32 = LoadedFunction.named("EC_POINT_oct2point")
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
private let loaded_EVP_PKEY_decrypt_init_ex: @convention(c) (OpaquePointer?, OpaquePointer?) -> Int32 = LoadedFunction.named("EVP_PKEY_decrypt_init_ex")
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
private let loaded_SHA1_Init: @convention(c) (OpaquePointer?) -> Int32 = LoadedFunction.named("SHA1_Init")
private let loaded_SHA1_Update: @convention(c) (OpaquePointer?, UnsafeRawPointer?, Int) -> Int32 = LoadedFunction.named("SHA1_Update")
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
private let loaded_X509_get_extension_flags: @convention(c) (OpaquePointer?) -> UInt32 = LoadedFunction.named("X509_get_extension_flags")
private let loaded_X509_get_issuer_name: @convention(c) (OpaquePointer?) -> OpaquePointer? = LoadedFunction.named("X509_get_issuer_name")
private let loaded_X509_get_signature_info: @convention(c) (OpaquePointer?, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<UInt32>?) -> Int32 = LoadedFunction.named("X509_get_signature_info")
private let loaded_X509_get_subject_name: @convention(c) (OpaquePointer?) -> OpaquePointer? = LoadedFunction.named("X509_get_subject_name")
private let loaded_X509_it: @convention(c) () -> OpaquePointer? = LoadedFunction.named("X509_it")
private let loaded_X509_new_ex: @convention(c) (OpaquePointer?, UnsafePointer<CChar>?) -> OpaquePointer? = LoadedFunction.named("X509_new_ex")
private let loaded_X509_verify: @convention(c) (OpaquePointer?, OpaquePointer?) -> Int32 = LoadedFunction.named("X509_verify")
private let loaded_X509_verify_cert: @convention(c) (OpaquePointer?) -> Int32 = LoadedFunction.named("X509_verify_cert")
private let loaded_i2d_X509: @convention(c) (OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32 = LoadedFunction.named("i2d_X509")
