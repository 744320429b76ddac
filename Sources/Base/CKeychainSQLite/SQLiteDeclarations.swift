// A generated table: Scripts/generate-declarations.py.
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

import Glibc

@_extern(c) @discardableResult package func keychain_sqlite3_bind_blob(_: OpaquePointer!, _: Int32, _: UnsafeRawPointer!, _: UInt64) -> Int32
@_extern(c) @discardableResult package func keychain_sqlite3_bind_text(_: OpaquePointer!, _: Int32, _: UnsafePointer<CChar>!, _: UInt64) -> Int32
@_extern(c) @discardableResult package func keychain_sqlite3_count_no_memory() -> Int32
@_extern(c) @discardableResult package func keychain_sqlite3_db_config(_: OpaquePointer!, _: Int32, _: Int32) -> Int32
@_extern(c) @discardableResult package func keychain_sqlite3_file_read(_: OpaquePointer!, _: UnsafeMutableRawPointer!, _: Int32, _: Int64) -> Int32
@_extern(c) @discardableResult package func keychain_sqlite3_file_size(_: OpaquePointer!) -> Int64
@_extern(c) @discardableResult package func keychain_sqlite3_last_errno(_: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func keychain_sqlite3_set_system_call(_: UnsafePointer<CChar>!, _: (@convention(c) () -> Void)!) -> Int32
@_extern(c) @discardableResult package func sqlite3_bind_double(_: OpaquePointer!, _: Int32, _: Double) -> Int32
@_extern(c) @discardableResult package func sqlite3_bind_int64(_: OpaquePointer!, _: Int32, _: Int64) -> Int32
@_extern(c) @discardableResult package func sqlite3_bind_null(_: OpaquePointer!, _: Int32) -> Int32
@_extern(c) @discardableResult package func sqlite3_bind_zeroblob(_: OpaquePointer!, _: Int32, _: Int32) -> Int32
@_extern(c) @discardableResult package func sqlite3_busy_handler(_: OpaquePointer!, _: (@convention(c) (UnsafeMutableRawPointer?, Int32) -> Int32)!, _: UnsafeMutableRawPointer!) -> Int32
@_extern(c) @discardableResult package func sqlite3_busy_timeout(_: OpaquePointer!, _: Int32) -> Int32
@_extern(c) @discardableResult package func sqlite3_changes(_: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func sqlite3_clear_bindings(_: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func sqlite3_close(_: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func sqlite3_close_v2(_: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func sqlite3_column_blob(_: OpaquePointer!, _: Int32) -> UnsafeRawPointer!
@_extern(c) @discardableResult package func sqlite3_column_bytes(_: OpaquePointer!, _: Int32) -> Int32
@_extern(c) @discardableResult package func sqlite3_column_count(_: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func sqlite3_column_double(_: OpaquePointer!, _: Int32) -> Double
@_extern(c) @discardableResult package func sqlite3_column_int64(_: OpaquePointer!, _: Int32) -> Int64
@_extern(c) @discardableResult package func sqlite3_column_text(_: OpaquePointer!, _: Int32) -> UnsafePointer<UInt8>!
@_extern(c) @discardableResult package func sqlite3_column_type(_: OpaquePointer!, _: Int32) -> Int32
@_extern(c) @discardableResult package func sqlite3_errmsg(_: OpaquePointer!) -> UnsafePointer<CChar>!
@_extern(c) @discardableResult package func sqlite3_exec(_: OpaquePointer!, _: UnsafePointer<CChar>!, _: (@convention(c) (UnsafeMutableRawPointer?, Int32, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> Int32)!, _: UnsafeMutableRawPointer!, _: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!) -> Int32
@_extern(c) @discardableResult package func sqlite3_extended_result_codes(_: OpaquePointer!, _: Int32) -> Int32
@_extern(c) @discardableResult package func sqlite3_finalize(_: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func sqlite3_get_autocommit(_: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func sqlite3_last_insert_rowid(_: OpaquePointer!) -> Int64
@_extern(c) @discardableResult package func sqlite3_limit(_: OpaquePointer!, _: Int32, _: Int32) -> Int32
@_extern(c) @discardableResult package func sqlite3_mutex_alloc(_: Int32) -> OpaquePointer!
@_extern(c) @discardableResult package func sqlite3_mutex_try(_: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func sqlite3_open(_: UnsafePointer<CChar>!, _: UnsafeMutablePointer<OpaquePointer?>!) -> Int32
@_extern(c) @discardableResult package func sqlite3_open_v2(_: UnsafePointer<CChar>!, _: UnsafeMutablePointer<OpaquePointer?>!, _: Int32, _: UnsafePointer<CChar>!) -> Int32
@_extern(c) @discardableResult package func sqlite3_prepare_v2(_: OpaquePointer!, _: UnsafePointer<CChar>!, _: Int32, _: UnsafeMutablePointer<OpaquePointer?>!, _: UnsafeMutablePointer<UnsafePointer<CChar>?>!) -> Int32
@_extern(c) @discardableResult package func sqlite3_prepare_v3(_: OpaquePointer!, _: UnsafePointer<CChar>!, _: Int32, _: UInt32, _: UnsafeMutablePointer<OpaquePointer?>!, _: UnsafeMutablePointer<UnsafePointer<CChar>?>!) -> Int32
@_extern(c) @discardableResult package func sqlite3_reset(_: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func sqlite3_sleep(_: Int32) -> Int32
@_extern(c) @discardableResult package func sqlite3_step(_: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func sqlite3_system_errno(_: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func sqlite3_total_changes(_: OpaquePointer!) -> Int32
@_extern(c) @discardableResult package func sqlite3_wal_checkpoint_v2(_: OpaquePointer!, _: UnsafePointer<CChar>!, _: Int32, _: UnsafeMutablePointer<Int32>!, _: UnsafeMutablePointer<Int32>!) -> Int32
@_extern(c) @discardableResult package func sqlite3_wal_hook(_: OpaquePointer!, _: (@convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<CChar>?, Int32) -> Int32)!, _: UnsafeMutableRawPointer!) -> UnsafeMutableRawPointer!
@_extern(c) package func sqlite3_mutex_leave(_: OpaquePointer!)
@_extern(c) package func sqlite3_progress_handler(_: OpaquePointer!, _: Int32, _: (@convention(c) (UnsafeMutableRawPointer?) -> Int32)!, _: UnsafeMutableRawPointer!)
package let SQLITE_BLOB: Int32 = 4
package let SQLITE_BUSY: Int32 = 5
package let SQLITE_CANTOPEN: Int32 = 14
package let SQLITE_CHECKPOINT_PASSIVE: Int32 = 0
package let SQLITE_CHECKPOINT_TRUNCATE: Int32 = 3
package let SQLITE_CONSTRAINT: Int32 = 19
package let SQLITE_CORRUPT: Int32 = 11
package let SQLITE_DBCONFIG_DEFENSIVE: Int32 = 1010
package let SQLITE_DBCONFIG_DQS_DDL: Int32 = 1014
package let SQLITE_DBCONFIG_DQS_DML: Int32 = 1013
package let SQLITE_DBCONFIG_ENABLE_FKEY: Int32 = 1002
package let SQLITE_DBCONFIG_ENABLE_TRIGGER: Int32 = 1003
package let SQLITE_DBCONFIG_ENABLE_VIEW: Int32 = 1015
package let SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE: Int32 = 1006
package let SQLITE_DBCONFIG_TRUSTED_SCHEMA: Int32 = 1017
package let SQLITE_DONE: Int32 = 101
package let SQLITE_ERROR: Int32 = 1
package let SQLITE_FLOAT: Int32 = 2
package let SQLITE_FULL: Int32 = 13
package let SQLITE_INTEGER: Int32 = 1
package let SQLITE_INTERRUPT: Int32 = 9
package let SQLITE_IOERR: Int32 = 10
package let SQLITE_LIMIT_ATTACHED: Int32 = 7
package let SQLITE_LIMIT_FUNCTION_ARG: Int32 = 6
package let SQLITE_LIMIT_LENGTH: Int32 = 0
package let SQLITE_MISUSE: Int32 = 21
package let SQLITE_MUTEX_STATIC_LRU: Int32 = 6
package let SQLITE_MUTEX_STATIC_MAIN: Int32 = 2
package let SQLITE_MUTEX_STATIC_MEM: Int32 = 3
package let SQLITE_MUTEX_STATIC_OPEN: Int32 = 4
package let SQLITE_MUTEX_STATIC_PMEM: Int32 = 7
package let SQLITE_MUTEX_STATIC_PRNG: Int32 = 5
package let SQLITE_MUTEX_STATIC_VFS1: Int32 = 11
package let SQLITE_MUTEX_STATIC_VFS2: Int32 = 12
package let SQLITE_MUTEX_STATIC_VFS3: Int32 = 13
package let SQLITE_NOMEM: Int32 = 7
package let SQLITE_NOTADB: Int32 = 26
package let SQLITE_NULL: Int32 = 5
package let SQLITE_OK: Int32 = 0
package let SQLITE_OPEN_NOFOLLOW: Int32 = 16777216
package let SQLITE_OPEN_NOMUTEX: Int32 = 32768
package let SQLITE_OPEN_PRIVATECACHE: Int32 = 262144
package let SQLITE_OPEN_READONLY: Int32 = 1
package let SQLITE_OPEN_READWRITE: Int32 = 2
package let SQLITE_PREPARE_PERSISTENT: Int32 = 1
package let SQLITE_RANGE: Int32 = 25
package let SQLITE_READONLY: Int32 = 8
package let SQLITE_ROW: Int32 = 100
package let SQLITE_TEXT: Int32 = 3
package let SQLITE_TOOBIG: Int32 = 18
