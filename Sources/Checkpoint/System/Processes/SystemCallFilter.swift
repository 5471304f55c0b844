/// The system calls that a sandbox refuses, as a program for the kernel (seccomp with classic BPF).
///
/// Most of them would keep memory that belongs to no process: no limit counts it, and no watcher sees it. System V shared
/// memory that nobody is attached to is an example. The others lead out of the sandbox's network, or have had many holes
/// in the kernel, and no code of the course needs them.
///
/// A refused call fails with `EPERM`.
package enum SystemCallFilter {
    /// Bytes that a segment of System V shared memory may have. A Postgres makes one of 56 bytes, to lock its folder.
    /// All segments of a sandbox together stay below 128 MiB, because the kernel allows at most 32,768.
    package static let segmentBytes: UInt32 = 4_096

    /// The program's bytes; nil for a processor whose numbers of system calls we don't list.
    package static var program: [UInt8]? { numbers.map { bytes(of: instructions($0)) } }

    // MARK: Numbers of the kernel's interface

    private struct Numbers {
        /// The kernel's name of the processor and its bit order (`AUDIT_ARCH_…` in linux/audit.h).
        let architecture: UInt32
        /// The first number of a second interface for the same processor; nil if it has none.
        let otherInterface: UInt32?
        let shmget, mmap, memfdCreate, socket: UInt32
        /// Calls that are refused whatever their arguments.
        let refused: [UInt32]
    }

    /// Since Linux 5.1, new calls have the same number on all processors: io_uring_setup, memfd_secret.
    private static let common: [UInt32] = [425, 447]

    private static var numbers: Numbers? {
        #if arch(x86_64)
        Numbers(
            architecture: 0xC000_003E, otherInterface: 0x4000_0000, shmget: 29, mmap: 9, memfdCreate: 319, socket: 41,
            // semget, msgget, mq_open, add_key, request_key, keyctl, io_setup, perf_event_open, bpf, userfaultfd.
            refused: [64, 68, 240, 248, 249, 250, 206, 298, 321, 323] + common)
        #elseif arch(arm64)
        Numbers(
            architecture: 0xC000_00B7, otherInterface: nil, shmget: 194, mmap: 222, memfdCreate: 279, socket: 198,
            refused: [190, 186, 180, 217, 218, 219, 0, 241, 280, 282] + common)
        #else
        nil
        #endif
    }

    /// Families of sockets that are allowed: local ones, IPv4, netlink (which lists the network's interfaces), IPv6. Others
    /// go past a network namespace, as those to the host of a virtual machine do.
    private static let socketFamilies: [UInt32] = [1, 2, 16, 10]

    // MARK: The program

    /// An instruction of classic BPF: what it does, how many instructions to skip if a comparison holds and if it doesn't,
    /// and a constant.
    private typealias Instruction = (code: UInt16, ifTrue: UInt8, ifFalse: UInt8, constant: UInt32)

    private static let allow: Instruction = (0x06, 0, 0, 0x7FFF_0000)
    private static let refuse: Instruction = (0x06, 0, 0, 0x0005_0000 | 1)

    /// Loads four bytes of what the kernel tells of the call: its number at 0, the interface at 4, each argument in eight
    /// bytes from 16 on.
    private static func load(_ offset: UInt32) -> Instruction { (0x20, 0, 0, offset) }
    private static func argument(_ index: UInt32) -> Instruction { load(16 + 8 * index) }
    private static func upperHalf(ofArgument index: UInt32) -> Instruction { load(20 + 8 * index) }

    private static func instructions(_ numbers: Numbers) -> [Instruction] {
        var program = [load(4)] + [unless(equals: numbers.architecture), refuse, load(0)]
        if let other = numbers.otherInterface { program += [(0x35, 0, 1, other), refuse] }
        for number in numbers.refused { program += [(0x15, 0, 1, number), refuse] }
        // The size must be small, and huge pages mustn't be asked for (SHM_HUGETLB), which make any size large.
        program += on(
            numbers.shmget,
            [
                upperHalf(ofArgument: 1), unless(equals: 0), refuse,
                argument(1), (0x25, 0, 1, segmentBytes), refuse,
                argument(2), (0x45, 0, 1, 0x800), refuse,
            ])
        // Huge pages belong to a store of the machine's own, and to no process (MAP_HUGETLB, MFD_HUGETLB).
        program += on(numbers.mmap, [argument(3), (0x45, 0, 1, 0x40000), refuse])
        program += on(numbers.memfdCreate, [argument(1), (0x45, 0, 1, 0x4), refuse])
        let families = socketFamilies.flatMap { [(0x15, 0, 1, $0), allow] as [Instruction] }
        return program + on(numbers.socket, [argument(0)] + families + [refuse]) + [allow]
    }

    /// Skips the next instruction if the loaded value is equal.
    private static func unless(equals constant: UInt32) -> Instruction { (0x15, 1, 0, constant) }

    /// Instructions that look at the arguments of one call and allow it in the end. Others skip them.
    private static func on(_ number: UInt32, _ body: [Instruction]) -> [Instruction] {
        [(0x15, 0, UInt8(body.count + 1), number)] + body + [allow]
    }

    private static func bytes(of program: [Instruction]) -> [UInt8] {
        program.flatMap { instruction in
            littleEndian(UInt32(instruction.code)).prefix(2) + [instruction.ifTrue, instruction.ifFalse]
                + littleEndian(instruction.constant)
        }
    }

    /// Both processors have this byte order.
    private static func littleEndian(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 0xFF) } }
}
