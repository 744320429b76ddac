// A generated table: Scripts/generate-declarations.py.
// swift-format-ignore-file

import Glibc

@_extern(c) @discardableResult package func ASN1_OCTET_STRING_cmp(_ a: OpaquePointer!, _ b: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func ASN1_item_d2i(_ val: UnsafeMutablePointer<OpaquePointer?>!, _ `in`: UnsafeMutablePointer<UnsafePointer<UInt8>?>!, _ len: Int, _ it: OpaquePointer!) -> OpaquePointer!
@_extern(c) @discardableResult package func BIO_free(_ a: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func BIO_new_file(_ filename: UnsafePointer<CChar>!, _ mode: UnsafePointer<CChar>!) -> OpaquePointer!
@_extern(c) @discardableResult package func BN_CTX_secure_new() -> OpaquePointer!
@_extern(c) @discardableResult package func BN_CTX_secure_new_ex(_ ctx: OpaquePointer!) -> OpaquePointer!
@_extern(c) @discardableResult package func BN_bin2bn(_ s: UnsafePointer<UInt8>!, _ len: Int32, _ ret: OpaquePointer!) -> OpaquePointer!
@_extern(c) @discardableResult package func BN_bn2bin(_ a: OpaquePointer!, _ to: UnsafeMutablePointer<UInt8>!) -> Int32
@_extern(c) @discardableResult package func BN_cmp(_ a: OpaquePointer!, _ b: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func BN_is_odd(_ a: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func BN_is_one(_ a: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func BN_is_zero(_ a: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func BN_mod_mul(_ r: OpaquePointer!, _ a: OpaquePointer!, _ b: OpaquePointer!, _ m: OpaquePointer!, _ ctx: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func BN_mul(_ r: OpaquePointer!, _ a: OpaquePointer!, _ b: OpaquePointer!, _ ctx: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func BN_nnmod(_ r: OpaquePointer!, _ m: OpaquePointer!, _ d: OpaquePointer!, _ ctx: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func BN_num_bits(_ a: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func BN_secure_new() -> OpaquePointer!
@_extern(c) @discardableResult package func BN_sub(_ r: OpaquePointer!, _ a: OpaquePointer!, _ b: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func BN_sub_word(_ a: OpaquePointer!, _ w: UInt) -> Int32
@_extern(c) @discardableResult package func BN_value_one() -> OpaquePointer!
@_extern(c) @discardableResult package func CRYPTO_memcmp(_ in_a: UnsafeRawPointer!, _ in_b: UnsafeRawPointer!, _ len: Int) -> Int32
@_extern(c) @discardableResult package func EC_GROUP_new_by_curve_name_ex(_ libctx: OpaquePointer!, _ propq: UnsafePointer<CChar>!, _ nid: Int32) -> OpaquePointer!
@_extern(c) @discardableResult package func EC_POINT_mul(_ group: OpaquePointer!, _ r: OpaquePointer!, _ n: OpaquePointer!, _ q: OpaquePointer!, _ m: OpaquePointer!, _ ctx: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func EC_POINT_new(_ group: OpaquePointer!) -> OpaquePointer!
@_extern(c) @discardableResult package func EC_POINT_point2oct(_ group: OpaquePointer!, _ p: OpaquePointer!, _ form: UInt32, _ buf: UnsafeMutablePointer<UInt8>!, _ len: Int, _ ctx: OpaquePointer!) -> Int
@_extern(c) @discardableResult package func ERR_get_error() -> UInt
@_extern(c) @discardableResult package func ERR_peek_error() -> UInt
@_extern(c) @discardableResult package func ERR_pop_to_mark() -> Int32
@_extern(c) @discardableResult package func ERR_reason_error_string(_ e: UInt) -> UnsafePointer<CChar>!
@_extern(c) @discardableResult package func ERR_set_mark() -> Int32
@_extern(c) @discardableResult package func EVP_CIPHER_CTX_ctrl(_ ctx: OpaquePointer!, _ type: Int32, _ arg: Int32, _ ptr: UnsafeMutableRawPointer!) -> Int32
@_extern(c) @discardableResult package func EVP_CIPHER_CTX_new() -> OpaquePointer!
@_extern(c) @discardableResult package func EVP_CIPHER_fetch(_ ctx: OpaquePointer!, _ algorithm: UnsafePointer<CChar>!, _ properties: UnsafePointer<CChar>!) -> OpaquePointer!
@_extern(c) @discardableResult package func EVP_CipherFinal_ex(_ ctx: OpaquePointer!, _ outm: UnsafeMutablePointer<UInt8>!, _ outl: UnsafeMutablePointer<Int32>!) -> Int32
@_extern(c) @discardableResult package func EVP_CipherInit_ex2(_ ctx: OpaquePointer!, _ cipher: OpaquePointer!, _ key: UnsafePointer<UInt8>!, _ iv: UnsafePointer<UInt8>!, _ enc: Int32, _ params: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func EVP_CipherUpdate(_ ctx: OpaquePointer!, _ out: UnsafeMutablePointer<UInt8>!, _ outl: UnsafeMutablePointer<Int32>!, _ `in`: UnsafePointer<UInt8>!, _ inl: Int32) -> Int32
@_extern(c) @discardableResult package func EVP_Digest(_ data: UnsafeRawPointer!, _ count: Int, _ md: UnsafeMutablePointer<UInt8>!, _ size: UnsafeMutablePointer<UInt32>!, _ type: OpaquePointer!, _ impl: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func EVP_DigestFinal_ex(_ ctx: OpaquePointer!, _ md: UnsafeMutablePointer<UInt8>!, _ s: UnsafeMutablePointer<UInt32>!) -> Int32
@_extern(c) @discardableResult package func EVP_DigestInit_ex2(_ ctx: OpaquePointer!, _ type: OpaquePointer!, _ params: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func EVP_DigestUpdate(_ ctx: OpaquePointer!, _ d: UnsafeRawPointer!, _ cnt: Int) -> Int32
@_extern(c) @discardableResult package func EVP_KDF_CTX_new(_ kdf: OpaquePointer!) -> OpaquePointer!
@_extern(c) @discardableResult package func EVP_KDF_derive(_ ctx: OpaquePointer!, _ key: UnsafeMutablePointer<UInt8>!, _ keylen: Int, _ params: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func EVP_KDF_fetch(_ libctx: OpaquePointer!, _ algorithm: UnsafePointer<CChar>!, _ properties: UnsafePointer<CChar>!) -> OpaquePointer!
@_extern(c) @discardableResult package func EVP_MD_CTX_new() -> OpaquePointer!
@_extern(c) @discardableResult package func EVP_MD_fetch(_ ctx: OpaquePointer!, _ algorithm: UnsafePointer<CChar>!, _ properties: UnsafePointer<CChar>!) -> OpaquePointer!
@_extern(c) @discardableResult package func EVP_MD_get_size(_ md: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func EVP_PKEY_CTX_new_from_name(_ libctx: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ propquery: UnsafePointer<CChar>!) -> OpaquePointer!
@_extern(c) @discardableResult package func EVP_PKEY_CTX_new_from_pkey(_ libctx: OpaquePointer!, _ pkey: OpaquePointer!, _ propquery: UnsafePointer<CChar>!) -> OpaquePointer!
@_extern(c) @discardableResult package func EVP_PKEY_CTX_set_ecdh_cofactor_mode(_ ctx: OpaquePointer!, _ cofactor_mode: Int32) -> Int32
@_extern(c) @discardableResult package func EVP_PKEY_CTX_set_group_name(_ ctx: OpaquePointer!, _ name: UnsafePointer<CChar>!) -> Int32
@_extern(c) @discardableResult package func EVP_PKEY_CTX_set_rsa_keygen_bits(_ ctx: OpaquePointer!, _ bits: Int32) -> Int32
@_extern(c) @discardableResult package func EVP_PKEY_CTX_set_rsa_mgf1_md(_ ctx: OpaquePointer!, _ md: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func EVP_PKEY_CTX_set_rsa_oaep_md(_ ctx: OpaquePointer!, _ md: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func EVP_PKEY_CTX_set_rsa_padding(_ ctx: OpaquePointer!, _ pad_mode: Int32) -> Int32
@_extern(c) @discardableResult package func EVP_PKEY_CTX_set_rsa_pss_saltlen(_ ctx: OpaquePointer!, _ saltlen: Int32) -> Int32
@_extern(c) @discardableResult package func EVP_PKEY_CTX_set_signature_md(_ ctx: OpaquePointer!, _ md: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func EVP_PKEY_decrypt(_ ctx: OpaquePointer!, _ out: UnsafeMutablePointer<UInt8>!, _ outlen: UnsafeMutablePointer<Int>!, _ `in`: UnsafePointer<UInt8>!, _ inlen: Int) -> Int32
@_extern(c) @discardableResult package func EVP_PKEY_decrypt_init(_ ctx: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func EVP_PKEY_derive(_ ctx: OpaquePointer!, _ key: UnsafeMutablePointer<UInt8>!, _ keylen: UnsafeMutablePointer<Int>!) -> Int32
@_extern(c) @discardableResult package func EVP_PKEY_derive_init(_ ctx: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func EVP_PKEY_derive_set_peer_ex(_ ctx: OpaquePointer!, _ peer: OpaquePointer!, _ validate_peer: Int32) -> Int32
@_extern(c) @discardableResult package func EVP_PKEY_encrypt(_ ctx: OpaquePointer!, _ out: UnsafeMutablePointer<UInt8>!, _ outlen: UnsafeMutablePointer<Int>!, _ `in`: UnsafePointer<UInt8>!, _ inlen: Int) -> Int32
@_extern(c) @discardableResult package func EVP_PKEY_encrypt_init(_ ctx: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func EVP_PKEY_fromdata(_ ctx: OpaquePointer!, _ ppkey: UnsafeMutablePointer<OpaquePointer?>!, _ selection: Int32, _ param: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func EVP_PKEY_fromdata_init(_ ctx: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func EVP_PKEY_generate(_ ctx: OpaquePointer!, _ ppkey: UnsafeMutablePointer<OpaquePointer?>!) -> Int32
@_extern(c) @discardableResult package func EVP_PKEY_get_base_id(_ pkey: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func EVP_PKEY_get_bits(_ pkey: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func EVP_PKEY_get_octet_string_param(_ pkey: OpaquePointer!, _ key_name: UnsafePointer<CChar>!, _ buf: UnsafeMutablePointer<UInt8>!, _ max_buf_sz: Int, _ out_sz: UnsafeMutablePointer<Int>!) -> Int32
@_extern(c) @discardableResult package func EVP_PKEY_get_params(_ pkey: OpaquePointer!, _ params: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func EVP_PKEY_keygen_init(_ ctx: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func EVP_PKEY_pairwise_check(_ ctx: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func EVP_PKEY_private_check(_ ctx: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func EVP_PKEY_sign(_ ctx: OpaquePointer!, _ sig: UnsafeMutablePointer<UInt8>!, _ siglen: UnsafeMutablePointer<Int>!, _ tbs: UnsafePointer<UInt8>!, _ tbslen: Int) -> Int32
@_extern(c) @discardableResult package func EVP_PKEY_sign_init(_ ctx: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func EVP_PKEY_verify(_ ctx: OpaquePointer!, _ sig: UnsafePointer<UInt8>!, _ siglen: Int, _ tbs: UnsafePointer<UInt8>!, _ tbslen: Int) -> Int32
@_extern(c) @discardableResult package func EVP_PKEY_verify_init(_ ctx: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func EVP_Q_mac(_ libctx: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ propq: UnsafePointer<CChar>!, _ subalg: UnsafePointer<CChar>!, _ params: OpaquePointer!, _ key: UnsafeRawPointer!, _ keylen: Int, _ data: UnsafePointer<UInt8>!, _ datalen: Int, _ out: UnsafeMutablePointer<UInt8>!, _ outsize: Int, _ outlen: UnsafeMutablePointer<Int>!) -> UnsafeMutablePointer<UInt8>!
@_extern(c) @discardableResult package func OBJ_nid2obj(_ n: Int32) -> OpaquePointer!
@_extern(c) @discardableResult package func OPENSSL_init_crypto(_ opts: UInt64, _ settings: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func OPENSSL_sk_new_null() -> OpaquePointer!
@_extern(c) @discardableResult package func OPENSSL_sk_num(_: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func OPENSSL_sk_push(_ st: OpaquePointer!, _ data: UnsafeRawPointer!) -> Int32
@_extern(c) @discardableResult package func OPENSSL_sk_value(_: OpaquePointer!, _: Int32) -> UnsafeMutableRawPointer!
@_extern(c) @discardableResult package func OSSL_LIB_CTX_new() -> OpaquePointer!
@_extern(c) @discardableResult package func OSSL_PROVIDER_load(_: OpaquePointer!, _ name: UnsafePointer<CChar>!) -> OpaquePointer!
@_extern(c) @discardableResult package func OSSL_PROVIDER_unload(_ prov: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func PEM_read_bio_X509(_ out: OpaquePointer!, _ x: UnsafeMutablePointer<OpaquePointer?>!, _ cb: (@convention(c) (UnsafeMutablePointer<CChar>?, Int32, Int32, UnsafeMutableRawPointer?) -> Int32)!, _ u: UnsafeMutableRawPointer!) -> OpaquePointer!
@_extern(c) @discardableResult package func SHA1(_ d: UnsafePointer<UInt8>!, _ n: Int, _ md: UnsafeMutablePointer<UInt8>!) -> UnsafeMutablePointer<UInt8>!
@_extern(c) @discardableResult package func SHA224(_ d: UnsafePointer<UInt8>!, _ n: Int, _ md: UnsafeMutablePointer<UInt8>!) -> UnsafeMutablePointer<UInt8>!
@_extern(c) @discardableResult package func SHA256(_ d: UnsafePointer<UInt8>!, _ n: Int, _ md: UnsafeMutablePointer<UInt8>!) -> UnsafeMutablePointer<UInt8>!
@_extern(c) @discardableResult package func SHA384(_ d: UnsafePointer<UInt8>!, _ n: Int, _ md: UnsafeMutablePointer<UInt8>!) -> UnsafeMutablePointer<UInt8>!
@_extern(c) @discardableResult package func SHA512(_ d: UnsafePointer<UInt8>!, _ n: Int, _ md: UnsafeMutablePointer<UInt8>!) -> UnsafeMutablePointer<UInt8>!
@_extern(c) @discardableResult package func X509_NAME_cmp(_ a: OpaquePointer!, _ b: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func X509_NAME_hash_ex(_ x: OpaquePointer!, _ libctx: OpaquePointer!, _ propq: UnsafePointer<CChar>!, _ ok: UnsafeMutablePointer<Int32>!) -> UInt
@_extern(c) @discardableResult package func X509_STORE_CTX_get0_chain(_ ctx: OpaquePointer!) -> OpaquePointer!
@_extern(c) @discardableResult package func X509_STORE_CTX_get0_param(_ ctx: OpaquePointer!) -> OpaquePointer!
@_extern(c) @discardableResult package func X509_STORE_CTX_get_error(_ ctx: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func X509_STORE_CTX_get_error_depth(_ ctx: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func X509_STORE_CTX_get_ex_data(_ ctx: OpaquePointer!, _ idx: Int32) -> UnsafeMutableRawPointer!
@_extern(c) @discardableResult package func X509_STORE_CTX_init(_ ctx: OpaquePointer!, _ trust_store: OpaquePointer!, _ target: OpaquePointer!, _ untrusted: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func X509_STORE_CTX_new_ex(_ libctx: OpaquePointer!, _ propq: UnsafePointer<CChar>!) -> OpaquePointer!
@_extern(c) @discardableResult package func X509_STORE_CTX_set_ex_data(_ ctx: OpaquePointer!, _ idx: Int32, _ data: UnsafeMutableRawPointer!) -> Int32
@_extern(c) @discardableResult package func X509_STORE_new() -> OpaquePointer!
@_extern(c) @discardableResult package func X509_VERIFY_PARAM_add0_policy(_ param: OpaquePointer!, _ policy: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func X509_VERIFY_PARAM_set_flags(_ param: OpaquePointer!, _ flags: UInt) -> Int32
@_extern(c) @discardableResult package func X509_get0_authority_key_id(_ x: OpaquePointer!) -> OpaquePointer!
@_extern(c) @discardableResult package func X509_get0_pubkey(_ x: OpaquePointer!) -> OpaquePointer!
@_extern(c) @discardableResult package func X509_get0_subject_key_id(_ x: OpaquePointer!) -> OpaquePointer!
@_extern(c) @discardableResult package func X509_get_issuer_name(_ a: OpaquePointer!) -> OpaquePointer!
@_extern(c) @discardableResult package func X509_get_signature_info(_ x: OpaquePointer!, _ mdnid: UnsafeMutablePointer<Int32>!, _ pknid: UnsafeMutablePointer<Int32>!, _ secbits: UnsafeMutablePointer<Int32>!, _ flags: UnsafeMutablePointer<UInt32>!) -> Int32
@_extern(c) @discardableResult package func X509_get_subject_name(_ a: OpaquePointer!) -> OpaquePointer!
@_extern(c) @discardableResult package func X509_it() -> OpaquePointer!
@_extern(c) @discardableResult package func X509_new_ex(_ libctx: OpaquePointer!, _ propq: UnsafePointer<CChar>!) -> OpaquePointer!
@_extern(c) @discardableResult package func X509_verify(_ a: OpaquePointer!, _ r: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func X509_verify_cert(_ ctx: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func i2d_X509(_ a: OpaquePointer!, _ out: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>!) -> Int32
@_extern(c) @discardableResult package func keychain_pem_is_at_end() -> Bool
@_extern(c) @discardableResult package func keychain_pkey_pair() -> Int32
@_extern(c) @discardableResult package func keychain_pkey_public() -> Int32
@_extern(c) package func BN_CTX_free(_ c: OpaquePointer!)
@_extern(c) package func BN_clear_free(_ a: OpaquePointer!)
@_extern(c) package func BN_set_flags(_ b: OpaquePointer!, _ n: Int32)
@_extern(c) package func EC_GROUP_free(_ group: OpaquePointer!)
@_extern(c) package func EC_POINT_clear_free(_ point: OpaquePointer!)
@_extern(c) package func ERR_clear_error()
@_extern(c) package func EVP_CIPHER_CTX_free(_ c: OpaquePointer!)
@_extern(c) package func EVP_CIPHER_free(_ cipher: OpaquePointer!)
@_extern(c) package func EVP_KDF_CTX_free(_ ctx: OpaquePointer!)
@_extern(c) package func EVP_KDF_free(_ kdf: OpaquePointer!)
@_extern(c) package func EVP_MD_CTX_free(_ ctx: OpaquePointer!)
@_extern(c) package func EVP_MD_free(_ md: OpaquePointer!)
@_extern(c) package func EVP_PKEY_CTX_free(_ ctx: OpaquePointer!)
@_extern(c) package func EVP_PKEY_free(_ pkey: OpaquePointer!)
@_extern(c) package func OPENSSL_sk_free(_: OpaquePointer!)
@_extern(c) package func OSSL_LIB_CTX_free(_: OpaquePointer!)
@_extern(c) package func X509_STORE_CTX_free(_ ctx: OpaquePointer!)
@_extern(c) package func X509_STORE_CTX_set0_trusted_stack(_ ctx: OpaquePointer!, _ sk: OpaquePointer!)
@_extern(c) package func X509_STORE_CTX_set_verify_cb(_ ctx: OpaquePointer!, _ verify: (@convention(c) (Int32, OpaquePointer?) -> Int32)!)
@_extern(c) package func X509_STORE_free(_ v: OpaquePointer!)
@_extern(c) package func X509_STORE_set_check_issued(_ ctx: OpaquePointer!, _ check_issued: (@convention(c) (OpaquePointer?, OpaquePointer?, OpaquePointer?) -> Int32)!)
@_extern(c) package func X509_free(_ a: OpaquePointer!)
@_extern(c) package func keychain_crypto_free(_ memory: UnsafeMutableRawPointer!)
@_extern(c) package func keychain_parameter_integer(_ parameter: UnsafeMutableRawPointer!, _ name: UnsafePointer<CChar>!, _ octets: UnsafeMutableRawPointer!, _ count: Int)
@_extern(c) package func keychain_parameter_octets(_ parameter: UnsafeMutableRawPointer!, _ name: UnsafePointer<CChar>!, _ octets: UnsafeMutableRawPointer!, _ count: Int)
@_extern(c) package func keychain_parameter_text(_ parameter: UnsafeMutableRawPointer!, _ name: UnsafePointer<CChar>!, _ text: UnsafePointer<CChar>!)
package let BN_FLG_CONSTTIME: Int32 = 4
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
package let X509_V_ERR_AKID_ISSUER_SERIAL_MISMATCH: Int32 = 31
package let X509_V_ERR_AKID_SKID_MISMATCH: Int32 = 30
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
package let X509_V_ERR_SUBJECT_ISSUER_MISMATCH: Int32 = 29
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
