// SPDX-License-Identifier: Apache-2.0
// Certificates, identities, preferences, and the wrapped objects of SecProtocolTypes.h.
#include "program.h"

static void certificates(SecCertificateRef server) {
    CFErrorRef error = NULL;
    CFDataRef bytes = SecCertificateCopyData(server), der = file("server.der");
    CHECK(CFEqual(bytes, der));
    SecCertificateRef same = SecCertificateCreateWithData(NULL, der);
    CHECK(IS(same, SecCertificate) && CFEqual(same, server) && CFHash(same) == CFHash(server));
    drop(same);
    drop(bytes), drop(der);

    CFStringRef text = SecCertificateCopySubjectSummary(server);
    CHECK(reads(text, "www.example.org"));
    drop(text), text = NULL;
    SUCCEED(SecCertificateCopyCommonName(server, &text));
    CHECK(reads(text, "www.example.org"));
    drop(text);
    SecCertificateRef mail = (SecCertificateRef)imported("mail.pem");
    CFArrayRef addresses = NULL;
    SUCCEED(SecCertificateCopyEmailAddresses(mail, &addresses));
    CHECK(IS(addresses, CFArray) && CFArrayGetCount(addresses) == 2);
    CHECK(reads((CFStringRef)CFArrayGetValueAtIndex(addresses, 0), "me@example.org"));
    drop(addresses), drop(mail);

    CFDataRef (*sequences[])(SecCertificateRef) = {
        SecCertificateCopyNormalizedIssuerSequence, SecCertificateCopyNormalizedSubjectSequence};
    CFDataRef (*contents[])(SecCertificateRef, CFErrorRef *) = {
        SecCertificateCopySerialNumberData, SecCertificateCopySerialNumber, SecCertificateCopyNormalizedIssuerContent,
        SecCertificateCopyNormalizedSubjectContent};
    for (int index = 0; index < 6; index++) {
        bytes = index < 2 ? sequences[index](server) : contents[index - 2](server, &error);
        CHECK(IS(bytes, CFData) && !error);
        drop(bytes);
    }
    CFStringRef (*descriptions[])(CFAllocatorRef, SecCertificateRef, CFErrorRef *) = {
        SecCertificateCopyLongDescription, SecCertificateCopyShortDescription};
    for (int index = 0; index < 2; index++) {
        text = descriptions[index](NULL, server, NULL);
        CHECK(IS(text, CFString));
        drop(text);
    }
    SecKeyRef key = SecCertificateCopyKey(server), other = NULL;
    SUCCEED(SecCertificateCopyPublicKey(server, &other));
    CHECK(IS(key, SecKey) && CFEqual(key, other));
    drop(key), drop(other);
    CFDateRef from = SecCertificateCopyNotValidBeforeDate(server), to = SecCertificateCopyNotValidAfterDate(server);
    CHECK(IS(from, CFDate) && IS(to, CFDate) && CFDateCompare(from, to, NULL) == kCFCompareLessThan);
    drop(from), drop(to);
    CFArrayRef keys = array(kSecOIDSubjectAltName, NULL);
    CFDictionaryRef values = SecCertificateCopyValues(server, keys, &error);
    CHECK(IS(values, CFDictionary) && CFDictionaryGetCount(values) == 1);
    CFDictionaryRef names = CFDictionaryGetValue(values, kSecOIDSubjectAltName);
    CHECK(IS(names, CFDictionary) && IS(CFDictionaryGetValue(names, kSecPropertyKeyValue), CFArray));
    drop(values), drop(keys);
    values = SecCertificateCopyValues(server, NULL, NULL);
    CHECK(IS(values, CFDictionary));
    drop(values);
}

static void preferences(SecCertificateRef certificate, SecIdentityRef identity) {
    SUCCEED(SecCertificateAddToKeychain(certificate, NULL));
    STATUS(SecCertificateAddToKeychain(certificate, NULL), errSecDuplicateItem);
    SUCCEED(SecCertificateSetPreferred(certificate, CFSTR("me@example.org"), NULL));
    SecCertificateRef preferred = SecCertificateCopyPreferred(CFSTR("me@example.org"), NULL);
    CHECK(CFEqual(preferred, certificate));
    drop(preferred);
    CHECK(SecCertificateCopyPreferred(CFSTR("you@example.org"), NULL) == NULL);
    SUCCEED(SecCertificateSetPreferred(NULL, CFSTR("me@example.org"), NULL));

    SecKeyRef key = NULL;
    SUCCEED(SecIdentityCopyPrivateKey(identity, &key));
    CFDictionaryRef item = dictionary(kSecValueRef, key, NULL);
    SUCCEED(SecItemAdd(item, NULL));
    SecIdentityRef found = NULL;
    SUCCEED(SecIdentityCreateWithCertificate(NULL, certificate, &found));
    CHECK(IS(found, SecIdentity) && CFEqual(found, identity));
    SUCCEED(SecIdentitySetPreferred(found, CFSTR("example"), NULL));
    SecIdentityRef again = SecIdentityCopyPreferred(CFSTR("example"), NULL, NULL);
    CHECK(IS(again, SecIdentity) && CFEqual(again, identity));
    SUCCEED(SecIdentitySetPreferred(NULL, CFSTR("example"), NULL));
    CFDictionaryRef all = dictionary(kSecClass, kSecClassCertificate, NULL);
    SUCCEED(SecItemDelete(item));
    SUCCEED(SecItemDelete(all));
    drop(all), drop(again), drop(found), drop(item), drop(key);
}

static void wrapped(SecCertificateRef certificate, SecIdentityRef identity) {
    sec_certificate_t wrapped = sec_certificate_create(certificate);
    SecCertificateRef inner = sec_certificate_copy_ref(wrapped);
    CHECK(CFEqual(inner, certificate));
    CHECK(sec_retain(wrapped) == wrapped);
    sec_release(wrapped);
    sec_release(wrapped);
    drop(inner);

    CFArrayRef certificates = array(certificate, NULL);
    sec_identity_t alone = sec_identity_create(identity), with = sec_identity_create_with_certificates(identity, certificates);
    SecIdentityRef held = sec_identity_copy_ref(alone);
    CHECK(CFEqual(held, identity) && sec_identity_copy_certificates_ref(alone) == NULL);
    CFArrayRef chain = sec_identity_copy_certificates_ref(with);
    CHECK(IS(chain, CFArray) && CFArrayGetCount(chain) == 1);
    drop(chain), drop(held), drop(certificates);
    sec_release(with);
    sec_release(alone);

    SecPolicyRef policy = SecPolicyCreateBasicX509();
    SecTrustRef trust = NULL, unwrapped;
    SUCCEED(SecTrustCreateWithCertificates(certificate, policy, &trust));
    sec_trust_t object = sec_trust_create(trust);
    CHECK((unwrapped = sec_trust_copy_ref(object)) == trust);
    sec_release(object);
    drop(unwrapped), drop(trust), drop(policy);
}

static void run(void) {
    SecCertificateRef server = (SecCertificateRef)imported("server.pem");
    CHECK(IS(server, SecCertificate));
    certificates(server);
    SecIdentityRef identity = server_identity();
    SecCertificateRef own = NULL;
    SecKeyRef key = NULL;
    SUCCEED(SecIdentityCopyCertificate(identity, &own));
    SUCCEED(SecIdentityCopyPrivateKey(identity, &key));
    CHECK(CFEqual(own, server) && IS(key, SecKey));
    SecIdentityRef made = SecIdentityCreate(NULL, own, key);
    CHECK(IS(made, SecIdentity) && CFEqual(made, identity));
    preferences(server, identity);
    wrapped(server, identity);
    drop(made), drop(key), drop(own), drop(identity), drop(server);
}
