// A generated table: Scripts/generate-declarations.py.
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

@_exported import Glibc

@_extern(c) @discardableResult package func getauxval(_: UInt) -> UInt
@_extern(c) @discardableResult package func keychain_accept(_: Int32) -> Int32
@_extern(c) @discardableResult package func keychain_add_key(_: UnsafePointer<CChar>!, _: UnsafePointer<CChar>!, _: UnsafeRawPointer!, _: Int, _: Int32) -> Int
@_extern(c) @discardableResult package func keychain_arguments(_: UnsafeMutablePointer<Int32>!) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
@_extern(c) @discardableResult package func keychain_curl_get_number(_: UnsafeMutableRawPointer!, _: UnsafeMutableRawPointer!, _: Int32) -> Int
@_extern(c) @discardableResult package func keychain_curl_set_number(_: UnsafeMutableRawPointer!, _: UnsafeMutableRawPointer!, _: Int32, _: Int) -> Int32
@_extern(c) @discardableResult package func keychain_curl_set_pointer(_: UnsafeMutableRawPointer!, _: UnsafeMutableRawPointer!, _: Int32, _: UnsafeRawPointer!) -> Int32
@_extern(c) @discardableResult package func keychain_file_system_type(_: UnsafePointer<CChar>!) -> Int
@_extern(c) @discardableResult package func keychain_flock(_: Int32, _: Int32) -> Int32
@_extern(c) @discardableResult package func keychain_forbid_descriptors(_: Int32) -> Int32
@_extern(c) @discardableResult package func keychain_forbid_inspection() -> Int32
@_extern(c) @discardableResult package func keychain_fork() -> pid_t
@_extern(c) @discardableResult package func keychain_getopt_long(_: Int32, _: UnsafePointer<UnsafeMutablePointer<CChar>?>!, _: UnsafePointer<CChar>!, _: UnsafePointer<UnsafePointer<CChar>?>!, _: UnsafePointer<Int32>!, _: Int32) -> Int32
@_extern(c) @discardableResult package func keychain_has_raised_privileges() -> Int32
@_extern(c) @discardableResult package func keychain_keyctl(_: Int32, _: Int, _: Int, _: Int, _: Int) -> Int
@_extern(c) @discardableResult package func keychain_lock_byte(_: Int32, _: Int16, _: off_t, _: Int32) -> Int32
@_extern(c) @discardableResult package func keychain_next_signal(_: Int32, _: UnsafeMutablePointer<Int32>!) -> Int32
@_extern(c) @discardableResult package func keychain_open(_: UnsafePointer<CChar>!, _: Int32, _: mode_t) -> Int32
@_extern(c) @discardableResult package func keychain_open_terminal(_: UnsafeMutablePointer<CChar>!) -> Int32
@_extern(c) @discardableResult package func keychain_peer(_: Int32, _: UnsafeMutablePointer<UInt32>!, _: UnsafeMutablePointer<UInt32>!, _: UnsafeMutablePointer<Int32>!) -> Int32
@_extern(c) @discardableResult package func keychain_pidfd_open(_: pid_t) -> Int32
@_extern(c) @discardableResult package func keychain_poll_make() -> Int32
@_extern(c) @discardableResult package func keychain_poll_wait(_: Int32, _: UnsafeMutablePointer<Int32>!, _: Int32, _: Int32) -> Int32
@_extern(c) @discardableResult package func keychain_poll_watch(_: Int32, _: Int32, _: Int32, _: Int32, _: Int32) -> Int32
@_extern(c) @discardableResult package func keychain_receive(_: Int32, _: UnsafeMutableRawPointer!, _: Int, _: UnsafeMutablePointer<Int32>!, _: UnsafeMutablePointer<Int32>!, _: UnsafeMutablePointer<Int32>!) -> Int
@_extern(c) @discardableResult package func keychain_report_senders(_: Int32) -> Int32
@_extern(c) @discardableResult package func keychain_secure_getenv(_: UnsafePointer<CChar>!) -> UnsafePointer<CChar>!
@_extern(c) @discardableResult package func keychain_signals(_: UnsafePointer<Int32>!, _: Int32) -> Int32
@_extern(c) @discardableResult package func keychain_timer_make() -> Int32
@_extern(c) @discardableResult package func keychain_timer_set(_: Int32, _: Int) -> Int32
@_extern(c) @discardableResult package func keychain_wcwidth(_: UInt32) -> Int32
@_extern(c) package func keychain_close_from(_: UnsafeMutablePointer<posix_spawn_file_actions_t>!, _: Int32)
@_extern(c) package func keychain_limit_arenas(_: Int32)
@_extern(c) package func keychain_return_memory()
@_extern(c) package func keychain_syslog(_: Int32, _: UnsafePointer<CChar>!)
