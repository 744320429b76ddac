// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sodium.h>

/// Clears the vector registers, which contain a cipher's last data. The next code that saves them
/// writes it to the stack, for example the dynamic linker at the first call of any function.
void keychain_clear_vector_registers(void);
