// SPDX-License-Identifier: Apache-2.0
// Stores a password and finds it, with objects that release themselves.
#include <Security/Security.h>
#include <iostream>
#include <memory>
#include <string_view>

struct Release {
    void operator()(const void *object) const { CFRelease(object); }
};
template <typename Reference> using Owned = std::unique_ptr<std::remove_pointer_t<Reference>, Release>;

static Owned<CFDataRef> data(std::string_view text) {
    return Owned<CFDataRef>(CFDataCreate(nullptr, reinterpret_cast<const UInt8 *>(text.data()), CFIndex(text.size())));
}

static Owned<CFMutableDictionaryRef> item() {
    Owned<CFMutableDictionaryRef> made(
        CFDictionaryCreateMutable(nullptr, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks));
    CFDictionarySetValue(made.get(), kSecClass, kSecClassGenericPassword);
    CFDictionarySetValue(made.get(), kSecAttrService, CFSTR("c++"));
    return made;
}

int main() {
    auto secret = data("hunter2");
    auto added = item();
    CFDictionarySetValue(added.get(), kSecValueData, secret.get());
    if (OSStatus status = SecItemAdd(added.get(), nullptr)) return std::cerr << status << "\n", 1;

    auto query = item();
    CFDictionarySetValue(query.get(), kSecReturnData, kCFBooleanTrue);
    CFTypeRef result = nullptr;
    if (OSStatus status = SecItemCopyMatching(query.get(), &result)) return std::cerr << status << "\n", 1;
    Owned<CFDataRef> found(static_cast<CFDataRef>(result));
    std::cout << std::string_view(reinterpret_cast<const char *>(CFDataGetBytePtr(found.get())), CFDataGetLength(found.get()))
              << "\n";
    return SecItemDelete(item().get());
}
