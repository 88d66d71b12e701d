package io.acp4j.benchmarks.stdio;

import io.acp4j.schema.init.ProtocolVersion;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a client is asked to do, with the sizes that WORKLOAD.md prescribes.
 *
 * @param protocol the version of the protocol
 * @param part the one part to run; null for all
 * @param agent the command that starts the agent
 * @param floodWarmup updates of the flood before the measured one
 * @param flood updates of the measured flood
 * @param shortFlood updates of each measured flood where there are several
 * @param warmup round trips that are not measured
 * @param roundTrips round trips that are
 * @param spawns agent processes to start
 */
record Workload(
        ProtocolVersion protocol,
        @Nullable String part,
        List<String> agent,
        int floodWarmup,
        int flood,
        int shortFlood,
        int warmup,
        int roundTrips,
        int spawns) {

    private static final Set<String> PARTS = Set.of("flood", "roundtrip", "spawn", "texts", "mixed");

    /** Reads a command line. */
    static Workload parse(String[] args, List<String> ownAgent) {
        boolean quick = false;
        ProtocolVersion protocol = ProtocolVersion.V1;
        String part = null;
        List<String> agent = ownAgent;
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "--quick" -> quick = true;
                case "--protocol" -> protocol = protocol(args, ++i);
                case "--part" -> {
                    i++;
                    part = i < args.length ? args[i] : "";
                    if (!PARTS.contains(part)) {
                        throw new IllegalArgumentException("--part takes one of " + PARTS);
                    }
                }
                case "--" -> {
                    agent = List.of(args).subList(i + 1, args.length);
                    i = args.length;
                }
                default -> throw new IllegalArgumentException("unknown option " + args[i]);
            }
        }
        return quick
                ? new Workload(protocol, part, agent, 2_000, 20_000, 10_000, 2_000, 2_000, 3)
                : new Workload(protocol, part, agent, 20_000, 200_000, 100_000, 2_000, 20_000, 11);
    }

    /** Reads the command line of an agent, which says only which version of the protocol it serves. */
    static ProtocolVersion protocol(String[] args) {
        if (args.length == 0) {
            return ProtocolVersion.V1;
        }
        if (!args[0].equals("--protocol")) {
            throw new IllegalArgumentException("unknown option " + args[0]);
        }
        return protocol(args, 1);
    }

    private static ProtocolVersion protocol(String[] args, int at) {
        return switch (at < args.length ? args[at] : "") {
            case "1" -> ProtocolVersion.V1;
            case "2" -> ProtocolVersion.V2;
            default -> throw new IllegalArgumentException("--protocol takes 1 or 2");
        };
    }

    boolean includes(String name) {
        return part == null || part.equals(name);
    }
}
