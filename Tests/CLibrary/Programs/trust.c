// SPDX-License-Identifier: Apache-2.0
// Policies, evaluations, trust settings.
#include "program.h"

static void policies(void) {
    SecPolicyRef basic = SecPolicyCreateBasicX509(), server = SecPolicyCreateSSL(true, CFSTR("www.example.org"));
    SecPolicyRef revocation = SecPolicyCreateRevocation(kSecRevocationUseAnyAvailableMethod);
    CHECK(IS(basic, SecPolicy) && IS(server, SecPolicy) && IS(revocation, SecPolicy));
    CFDictionaryRef properties = SecPolicyCopyProperties(server);
    CHECK(CFEqual(CFDictionaryGetValue(properties, kSecPolicyOid), kSecPolicyAppleSSL));
    CFDictionaryRef name = dictionary(kSecPolicyName, CFSTR("www.example.org"), NULL);
    SecPolicyRef same = SecPolicyCreateWithProperties(kSecPolicyAppleSSL, name);
    CHECK(IS(same, SecPolicy) && CFEqual(same, server) && CFHash(same) == CFHash(server) && !CFEqual(same, basic));
    drop(same), drop(name), drop(properties), drop(revocation), drop(server), drop(basic);
}

static void evaluations(void) {
    SecCertificateRef leaf = (SecCertificateRef)imported("server.pem"), root = (SecCertificateRef)imported("root.pem");
    SecPolicyRef policy = SecPolicyCreateBasicX509();
    SecTrustRef trust = NULL;
    CFErrorRef error = NULL;
    SUCCEED(SecTrustCreateWithCertificates(leaf, policy, &trust));
    CHECK(IS(trust, SecTrust));
    SUCCEED(SecTrustSetNetworkFetchAllowed(trust, false));
    Boolean fetches = 1;
    SUCCEED(SecTrustGetNetworkFetchAllowed(trust, &fetches));
    CHECK(!fetches);
    CHECK(!SecTrustEvaluateWithError(trust, &error) && IS(error, CFError) && !SecTrustEvaluateWithError(trust, NULL));
    drop(error), error = NULL;
    SecTrustResultType result = 99;
    SUCCEED(SecTrustEvaluate(trust, &result));
    CHECK(result == kSecTrustResultRecoverableTrustFailure);

    CFArrayRef roots = array(root, NULL), read = NULL;
    SUCCEED(SecTrustSetAnchorCertificates(trust, roots));
    SUCCEED(SecTrustSetAnchorCertificatesOnly(trust, true));
    SUCCEED(SecTrustCopyCustomAnchorCertificates(trust, &read));
    CHECK(CFEqual(read, roots));
    drop(read), read = NULL;
    CHECK(SecTrustEvaluateWithError(trust, &error) && !error);
    SUCCEED(SecTrustGetTrustResult(trust, &result));
    CHECK(result == kSecTrustResultUnspecified || result == kSecTrustResultProceed);
    CHECK(SecTrustGetCertificateCount(trust) == 2);
    SecCertificateRef second = SecTrustGetCertificateAtIndex(trust, 1);
    CHECK(CFEqual(second, root) && SecTrustGetCertificateAtIndex(trust, 2) == NULL && SecTrustGetCertificateAtIndex(trust, -1) == NULL);
    CFArrayRef chain = SecTrustCopyCertificateChain(trust);
    CHECK(CFArrayGetCount(chain) == 2);
    drop(chain);
    SecKeyRef key = SecTrustCopyKey(trust), public = SecTrustCopyPublicKey(trust), own = SecCertificateCopyKey(leaf);
    CHECK(CFEqual(key, own) && CFEqual(public, own));
    drop(key), drop(public), drop(own);
    CFDictionaryRef details = SecTrustCopyResult(trust);
    CFArrayRef properties = SecTrustCopyProperties(trust);
    CHECK(IS(details, CFDictionary) && (!properties || IS(properties, CFArray)));
    drop(details), drop(properties);

    CFDateRef later = CFDateCreate(NULL, 5000000000.0);
    SUCCEED(SecTrustSetVerifyDate(trust, later));
    CHECK(SecTrustGetVerifyTime(trust) == 5000000000.0);
    CHECK(!SecTrustEvaluateWithError(trust, &error) && error);
    drop(error), error = NULL, drop(later);
    CFDataRef exceptions = SecTrustCopyExceptions(trust);
    CHECK(IS(exceptions, CFData) && SecTrustSetExceptions(trust, exceptions));
    (void)SecTrustSetExceptions(trust, NULL);
    drop(exceptions);

    SecPolicyRef server = SecPolicyCreateSSL(true, CFSTR("www.example.org"));
    SUCCEED(SecTrustSetPolicies(trust, server));
    SUCCEED(SecTrustCopyPolicies(trust, &read));
    CHECK(CFArrayGetCount(read) == 1 && CFEqual(CFArrayGetValueAtIndex(read, 0), server));
    drop(read), read = NULL;
    SUCCEED(SecTrustSetOptions(trust, kSecTrustOptionAllowExpired));
    SUCCEED(SecTrustSetOCSPResponse(trust, NULL));
    SUCCEED(SecTrustSetSignedCertificateTimestamps(trust, NULL));
    OSStatus status = SecTrustSetKeychains(trust, NULL);
    CHECK(status == errSecSuccess || status == errSecParam || status == errSecUnimplemented);
    SUCCEED(SecTrustCopyAnchorCertificates(&read));
    CHECK(IS(read, CFArray));
    drop(read), drop(server), drop(roots), drop(trust), drop(policy), drop(root), drop(leaf);
}

static void settings(void) {
    SecCertificateRef root = (SecCertificateRef)imported("root.pem");
    CFNumberRef deny = number(kSecTrustSettingsResultDeny);
    CFDictionaryRef record = dictionary(kSecTrustSettingsResult, deny, NULL);
    SUCCEED(SecTrustSettingsSetTrustSettings(root, kSecTrustSettingsDomainUser, record));
    CFArrayRef read = NULL, certificates = NULL;
    SUCCEED(SecTrustSettingsCopyTrustSettings(root, kSecTrustSettingsDomainUser, &read));
    CHECK(CFArrayGetCount(read) == 1 && IS(CFArrayGetValueAtIndex(read, 0), CFDictionary));
    SUCCEED(SecTrustSettingsCopyCertificates(kSecTrustSettingsDomainUser, &certificates));
    CHECK(CFEqual(CFArrayGetValueAtIndex(certificates, 0), root));
    CFDateRef changed = NULL;
    SUCCEED(SecTrustSettingsCopyModificationDate(root, kSecTrustSettingsDomainUser, &changed));
    CHECK(IS(changed, CFDate));
    CFDataRef bytes = NULL;
    SUCCEED(SecTrustSettingsCreateExternalRepresentation(kSecTrustSettingsDomainUser, &bytes));
    CHECK(IS(bytes, CFData));
    SUCCEED(SecTrustSettingsRemoveTrustSettings(root, kSecTrustSettingsDomainUser));
    STATUS(SecTrustSettingsRemoveTrustSettings(root, kSecTrustSettingsDomainUser), errSecNoTrustSettings);
    SUCCEED(SecTrustSettingsImportExternalRepresentation(kSecTrustSettingsDomainUser, bytes));
    SUCCEED(SecTrustSettingsRemoveTrustSettings(root, kSecTrustSettingsDomainUser));
    drop(bytes), drop(changed), drop(certificates), drop(read), drop(record), drop(deny), drop(root);
}

static void run(void) {
    policies();
    evaluations();
    settings();
}
