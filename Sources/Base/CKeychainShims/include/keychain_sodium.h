// SPDX-License-Identifier: Apache-2.0
#pragma once
#if !__has_include(<sodium.h>)
#error "swift-keychain needs libsodium: apt-get install libsodium-dev, or dnf install libsodium-devel; Docs/reference/install.md lists all packages"
#endif
#include <sodium.h>

/// Clears the vector registers, which contain a cipher's last data. The next code that saves them
/// writes it to the stack, for example the dynamic linker at the first call of any function.
void keychain_clear_vector_registers(void);
