#pragma once
#include <sodium.h>

/// Clears the vector registers, in which a cipher leaves what it worked on last. Whoever saves
/// them next writes it to the stack: the dynamic linker at the first call of any function does.
void keychain_clear_vector_registers(void);
