// SPDX-License-Identifier: Apache-2.0
// Signed and encrypted messages.
#include "program.h"

static CMSDecoderRef decoded(CFDataRef message) {
    CMSDecoderRef decoder = NULL;
    SUCCEED(CMSDecoderCreate(&decoder));
    CHECK(IS(decoder, CMSDecoder));
    SUCCEED(CMSDecoderUpdateMessage(decoder, CFDataGetBytePtr(message), (size_t)CFDataGetLength(message)));
    SUCCEED(CMSDecoderFinalizeMessage(decoder));
    return decoder;
}

static CFDataRef encoded(SecIdentityRef identity, SecCertificateRef certificate) {
    CMSEncoderRef encoder = NULL;
    SUCCEED(CMSEncoderCreate(&encoder));
    CHECK(IS(encoder, CMSEncoder));
    SUCCEED(CMSEncoderSetSignerAlgorithm(encoder, kCMSEncoderDigestAlgorithmSHA256));
    SUCCEED(CMSEncoderAddSigners(encoder, identity));
    SUCCEED(CMSEncoderAddSupportingCerts(encoder, certificate));
    SUCCEED(CMSEncoderAddSignedAttributes(encoder, kCMSAttrSigningTime));
    SUCCEED(CMSEncoderSetCertificateChainMode(encoder, kCMSCertificateSignerOnly));
    SUCCEED(CMSEncoderSetHasDetachedContent(encoder, true));
    SUCCEED(CMSEncoderSetEncapsulatedContentTypeOID(encoder, CFSTR("1.2.840.113549.1.7.1")));
    CFArrayRef signers = NULL, recipients = NULL, supporting = NULL;
    CFDataRef type = NULL, message = NULL;
    Boolean detached = 0;
    CMSCertificateChainMode mode = kCMSCertificateNone;
    SUCCEED(CMSEncoderCopySigners(encoder, &signers));
    SUCCEED(CMSEncoderCopyRecipients(encoder, &recipients));
    SUCCEED(CMSEncoderCopySupportingCerts(encoder, &supporting));
    SUCCEED(CMSEncoderCopyEncapsulatedContentType(encoder, &type));
    SUCCEED(CMSEncoderGetHasDetachedContent(encoder, &detached));
    SUCCEED(CMSEncoderGetCertificateChainMode(encoder, &mode));
    CHECK(CFArrayGetCount(signers) == 1 && (!recipients || CFArrayGetCount(recipients) == 0));
    CHECK(CFArrayGetCount(supporting) == 1 && detached && mode == kCMSCertificateSignerOnly && IS(type, CFData));
    SUCCEED(CMSEncoderUpdateContent(encoder, "content", 7));
    SUCCEED(CMSEncoderCopyEncodedContent(encoder, &message));
    CFAbsoluteTime time;
    CHECK(CMSEncoderCopySignerTimestamp(encoder, 0, &time) != errSecSuccess);
    CHECK(CMSEncoderCopySignerTimestampWithPolicy(encoder, NULL, 0, &time) != errSecSuccess);
    drop(type), drop(supporting), drop(recipients), drop(signers), drop(encoder);
    return message;
}

static void check_signed(CFDataRef message, SecCertificateRef certificate) {
    CMSDecoderRef decoder = NULL;
    CFDataRef content = data("content"), read = NULL, type = NULL;
    SUCCEED(CMSDecoderCreate(&decoder));
    SUCCEED(CMSDecoderSetDetachedContent(decoder, content));
    SUCCEED(CMSDecoderUpdateMessage(decoder, CFDataGetBytePtr(message), (size_t)CFDataGetLength(message)));
    SUCCEED(CMSDecoderFinalizeMessage(decoder));
    SUCCEED(CMSDecoderCopyDetachedContent(decoder, &read));
    CHECK(CFEqual(read, content));
    size_t count = 0;
    SUCCEED(CMSDecoderGetNumSigners(decoder, &count));
    CHECK(count == 1);
    SecPolicyRef policy = SecPolicyCreateBasicX509();
    SecTrustRef trust = NULL;
    CMSSignerStatus state = kCMSSignerUnsigned;
    OSStatus verified = 0;
    SUCCEED(CMSDecoderCopySignerStatus(decoder, 0, policy, false, &state, &trust, &verified));
    CHECK(state == kCMSSignerValid && IS(trust, SecTrust));
    SUCCEED(CMSDecoderCopySignerStatus(decoder, 0, policy, false, NULL, NULL, NULL));
    SecCertificateRef signer = NULL;
    SUCCEED(CMSDecoderCopySignerCert(decoder, 0, &signer));
    CHECK(CFEqual(signer, certificate));
    CFStringRef address = NULL;
    CHECK(CMSDecoderCopySignerEmailAddress(decoder, 0, &address) != errSecSuccess || IS(address, CFString));
    Boolean encrypted = 1;
    SUCCEED(CMSDecoderIsContentEncrypted(decoder, &encrypted));
    CHECK(!encrypted);
    SUCCEED(CMSDecoderCopyEncapsulatedContentType(decoder, &type));
    CFArrayRef all = NULL, stamps = NULL;
    SUCCEED(CMSDecoderCopyAllCerts(decoder, &all));
    CHECK(CFArrayGetCount(all) >= 1);
    CFAbsoluteTime time = 0;
    SUCCEED(CMSDecoderCopySignerSigningTime(decoder, 0, &time));
    CHECK(time > 7e8);
    STATUS(CMSDecoderCopySignerTimestamp(decoder, 0, &time), errSecTimestampMissing);
    STATUS(CMSDecoderCopySignerTimestampWithPolicy(decoder, NULL, 0, &time), errSecTimestampMissing);
    CHECK(CMSDecoderCopySignerTimestampCertificates(decoder, 0, &stamps) != errSecSuccess && !stamps);
    drop(all), drop(type), drop(address), drop(signer), drop(trust), drop(policy), drop(read), drop(content), drop(decoder);
}

static void run(void) {
    SecIdentityRef identity = server_identity();
    SecCertificateRef certificate = NULL, unit = (SecCertificateRef)imported("unit.pem");
    SUCCEED(SecIdentityCopyCertificate(identity, &certificate));
    CFDataRef message = encoded(identity, certificate);
    check_signed(message, certificate);
    drop(message), message = NULL;

    SUCCEED(CMSEncodeContent(identity, NULL, NULL, false, 0, "content", 7, &message));
    CMSDecoderRef decoder = decoded(message);
    CFDataRef content = NULL;
    SUCCEED(CMSDecoderCopyContent(decoder, &content));
    CHECK(holds(content, "content"));
    drop(content), drop(decoder), drop(message), message = NULL, content = NULL;

    // Encrypted for the key of unit.pem, which the keychain gets.
    CFTypeRef key = imported("unit.key");
    CFDictionaryRef add_key = dictionary(kSecValueRef, key, NULL), add_unit = dictionary(kSecValueRef, unit, NULL);
    SUCCEED(SecItemAdd(add_key, NULL));
    SUCCEED(SecItemAdd(add_unit, NULL));
    CMSEncoderRef encoder = NULL;
    SUCCEED(CMSEncoderCreate(&encoder));
    SUCCEED(CMSEncoderAddRecipients(encoder, unit));
    SUCCEED(CMSEncoderUpdateContent(encoder, "content", 7));
    SUCCEED(CMSEncoderCopyEncodedContent(encoder, &message));
    SecKeychainRef keychain = NULL;
    SUCCEED(SecKeychainCopyDefault(&keychain));
    SUCCEED(CMSDecoderCreate(&decoder));
    SUCCEED(CMSDecoderSetSearchKeychain(decoder, keychain));
    SUCCEED(CMSDecoderUpdateMessage(decoder, CFDataGetBytePtr(message), (size_t)CFDataGetLength(message)));
    SUCCEED(CMSDecoderFinalizeMessage(decoder));
    SUCCEED(CMSDecoderCopyContent(decoder, &content));
    CHECK(holds(content, "content"));
    SUCCEED(SecItemDelete(add_unit));
    SUCCEED(SecItemDelete(add_key));
    drop(keychain), drop(encoder), drop(add_unit), drop(add_key), drop(key);
    drop(content), drop(decoder), drop(message), drop(unit), drop(certificate), drop(identity);
}
