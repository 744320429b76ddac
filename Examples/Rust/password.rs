// SPDX-License-Identifier: Apache-2.0
//! Stores a password and finds it. Linked with `-l Security -l Foundation`.
use std::os::raw::{c_char, c_long, c_uchar, c_void};
use std::ptr::null;

type Ref = *const c_void;
extern "C" {
    static kSecClass: Ref;
    static kSecClassGenericPassword: Ref;
    static kSecAttrService: Ref;
    static kSecValueData: Ref;
    static kSecReturnData: Ref;
    static kCFBooleanTrue: Ref;
    static kCFTypeDictionaryKeyCallBacks: c_char;
    static kCFTypeDictionaryValueCallBacks: c_char;
    fn CFRelease(object: Ref);
    fn CFDataCreate(allocator: Ref, bytes: *const u8, count: c_long) -> Ref;
    fn CFDataGetBytePtr(data: Ref) -> *const u8;
    fn CFDataGetLength(data: Ref) -> c_long;
    fn CFStringCreateWithBytes(allocator: Ref, bytes: *const u8, count: c_long, encoding: u32, external: c_uchar) -> Ref;
    fn CFDictionaryCreate(
        allocator: Ref, keys: *const Ref, values: *const Ref, count: c_long, key: *const c_char, value: *const c_char,
    ) -> Ref;
    fn SecItemAdd(attributes: Ref, result: *mut Ref) -> i32;
    fn SecItemCopyMatching(query: Ref, result: *mut Ref) -> i32;
}

/// An object that is released with its owner.
struct Owned(Ref);
impl Drop for Owned {
    fn drop(&mut self) {
        unsafe { CFRelease(self.0) }
    }
}

unsafe fn item(key: Ref, value: Ref) -> Owned {
    let service = Owned(CFStringCreateWithBytes(null(), b"rust".as_ptr(), 4, 0x08000100, 0));
    let (keys, values) = ([kSecClass, kSecAttrService, key], [kSecClassGenericPassword, service.0, value]);
    let (key, value) = (&kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
    Owned(CFDictionaryCreate(null(), keys.as_ptr(), values.as_ptr(), 3, key, value))
}

fn main() {
    unsafe {
        let password = Owned(CFDataCreate(null(), b"hunter2".as_ptr(), 7));
        assert_eq!(SecItemAdd(item(kSecValueData, password.0).0, std::ptr::null_mut()), 0);
        let mut found = null();
        assert_eq!(SecItemCopyMatching(item(kSecReturnData, kCFBooleanTrue).0, &mut found), 0);
        let found = Owned(found);
        let bytes = std::slice::from_raw_parts(CFDataGetBytePtr(found.0), CFDataGetLength(found.0) as usize);
        println!("{}", String::from_utf8_lossy(bytes));
    }
}
