// Whatever imports the module has its linker options.
#if os(Linux)
internal import CCurl
#endif
