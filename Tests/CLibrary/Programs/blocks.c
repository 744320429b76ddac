// SPDX-License-Identifier: Apache-2.0
// The functions that take blocks. Only clang has them.
// libdispatch keeps the storage of blocks that have run: up to 400 kB after 20 000 rounds, as much for dispatch_async alone.
#define KEPT (1 << 20)
#include "program.h"

static void run(void) {
    CFNumberRef size = number(256);
    CFDictionaryRef parameters =
        dictionary(kSecAttrKeyType, kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits, size, NULL);
    dispatch_queue_t queue = dispatch_queue_create("test", NULL);
    dispatch_semaphore_t done = dispatch_semaphore_create(0);
    __block SecKeyRef public = NULL, private = NULL;
    SecKeyGeneratePairAsync(parameters, queue, ^(SecKeyRef one, SecKeyRef other, CFErrorRef error) {
        CHECK(IS(one, SecKey) && IS(other, SecKey) && !error);
        public = (SecKeyRef)CFRetain(one);
        private = (SecKeyRef)CFRetain(other);
        dispatch_semaphore_signal(done);
    });
    CHECK(!dispatch_semaphore_wait(done, dispatch_time(DISPATCH_TIME_NOW, 60 * (int64_t)NSEC_PER_SEC)));
    SecKeyRef same = SecKeyCopyPublicKey(private);
    CHECK(CFEqual(same, public));
    CFDictionaryRef nothing = dictionary(NULL);
    SecKeyGeneratePairAsync(nothing, queue, ^(SecKeyRef one, SecKeyRef other, CFErrorRef error) {
        CHECK(!one && !other && IS(error, CFError));
        dispatch_semaphore_signal(done);
    });
    CHECK(!dispatch_semaphore_wait(done, dispatch_time(DISPATCH_TIME_NOW, 60 * (int64_t)NSEC_PER_SEC)));

    CFDictionaryRef null = CFDictionaryCreate(NULL, (const void *[]){kSecAttrKeyType}, (const void *[]){NULL}, 1, NULL, NULL);
    SecKeyGeneratePairAsync(null, queue, ^(SecKeyRef one, SecKeyRef other, CFErrorRef error) {
        CHECK(!one && !other && IS(error, CFError));
        dispatch_semaphore_signal(done);
    });
    CHECK(!dispatch_semaphore_wait(done, dispatch_time(DISPATCH_TIME_NOW, 60 * (int64_t)NSEC_PER_SEC)));
    drop(null);

    SecCertificateRef leaf = (SecCertificateRef)imported("server.pem");
    SecPolicyRef policy = SecPolicyCreateBasicX509();
    SecTrustRef trust = NULL;
    SUCCEED(SecTrustCreateWithCertificates(leaf, policy, &trust));
    SUCCEED(SecTrustSetNetworkFetchAllowed(trust, false));
    SUCCEED(SecTrustEvaluateAsync(trust, queue, ^(SecTrustRef evaluated, SecTrustResultType result) {
        CHECK(evaluated == trust && result == kSecTrustResultRecoverableTrustFailure);
        dispatch_semaphore_signal(done);
    }));
    CHECK(!dispatch_semaphore_wait(done, dispatch_time(DISPATCH_TIME_NOW, 60 * (int64_t)NSEC_PER_SEC)));
    SUCCEED(SecTrustEvaluateAsyncWithError(trust, queue, ^(SecTrustRef evaluated, bool trusted, CFErrorRef error) {
        CHECK(evaluated == trust && !trusted && IS(error, CFError));
        dispatch_semaphore_signal(done);
    }));
    CHECK(!dispatch_semaphore_wait(done, dispatch_time(DISPATCH_TIME_NOW, 60 * (int64_t)NSEC_PER_SEC)));

    SecIdentityRef identity = server_identity();
    CFArrayRef certificates = array(leaf, NULL);
    sec_identity_t wrapped = sec_identity_create_with_certificates(identity, certificates);
    __block int count = 0;
    CHECK(sec_identity_access_certificates(wrapped, ^(sec_certificate_t certificate) {
        SecCertificateRef inner = sec_certificate_copy_ref(certificate);
        CHECK(CFEqual(inner, leaf));
        CFRelease(inner);
        count++;
    }));
    CHECK(count == 1);
    sec_release(wrapped);
    drop(certificates), drop(identity), drop(trust), drop(policy), drop(leaf), drop(nothing), drop(same), drop(private);
    // The block's last use may still be on its way through the queue.
    dispatch_sync(queue, ^{});
    drop(public), drop(parameters), drop(size);
    dispatch_release(done);
    dispatch_release(queue);
}
