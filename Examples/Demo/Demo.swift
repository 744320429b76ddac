// Empty: building this target builds the programs that it depends on.
