// SPDX-License-Identifier: Apache-2.0
// Stores a password and finds it through cgo: CGO_CFLAGS and CGO_LDFLAGS are those of pkg-config.
package main

/*
#cgo pkg-config: security
#include <Security/Security.h>

static CFMutableDictionaryRef item(void) {
	CFMutableDictionaryRef made =
		CFDictionaryCreateMutable(NULL, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
	CFDictionarySetValue(made, kSecClass, kSecClassGenericPassword);
	CFDictionarySetValue(made, kSecAttrService, CFSTR("go"));
	return made;
}
*/
import "C"

import (
	"fmt"
	"os"
	"unsafe"
)

func check(status C.OSStatus) {
	if status != C.errSecSuccess {
		fmt.Fprintln(os.Stderr, "the keychain returns the status", status)
		os.Exit(1)
	}
}

func main() {
	item := C.item()
	defer C.CFRelease(C.CFTypeRef(item))
	password := []byte("hunter2")
	data := C.CFDataCreate(C.kCFAllocatorDefault, (*C.UInt8)(&password[0]), C.CFIndex(len(password)))
	defer C.CFRelease(C.CFTypeRef(data))
	C.CFDictionarySetValue(item, unsafe.Pointer(C.kSecValueData), unsafe.Pointer(data))
	check(C.SecItemAdd(C.CFDictionaryRef(item), nil))

	C.CFDictionaryRemoveValue(item, unsafe.Pointer(C.kSecValueData))
	C.CFDictionarySetValue(item, unsafe.Pointer(C.kSecReturnData), unsafe.Pointer(C.kCFBooleanTrue))
	var found C.CFTypeRef
	check(C.SecItemCopyMatching(C.CFDictionaryRef(item), &found))
	defer C.CFRelease(found)
	bytes := C.CFDataGetBytePtr(C.CFDataRef(found))
	fmt.Println(string(C.GoBytes(unsafe.Pointer(bytes), C.int(C.CFDataGetLength(C.CFDataRef(found))))))
}
