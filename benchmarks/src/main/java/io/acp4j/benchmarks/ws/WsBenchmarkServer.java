package io.acp4j.benchmarks.ws;

import io.acp4j.benchmarks.stdio.BenchmarkAgent;
import io.acp4j.transport.ws.WsLimits;
import io.acp4j.transport.ws.WsServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Serves the agent of WORKLOAD.md over WebSockets. */
public final class WsBenchmarkServer {

    private static final int COLLECTIONS = 3;

    private WsBenchmarkServer() {}

    /**
     * Prints the address, then answers each line of the input with the bytes of heap in use; ends with the input.
     *
     * @param args after how many seconds silent clients are pinged; without it as by default
     * @throws IOException when the input cannot be read
     */
    public static void main(String[] args) throws IOException {
        WsLimits limits = args.length == 0
                ? WsLimits.defaults()
                : WsLimits.builder()
                        .keepAlive(
                                Duration.ofSeconds(Long.parseLong(args[0])),
                                WsLimits.defaults().keepAliveTimeout())
                        .build();
        try (WsServer server =
                WsServer.builder(BenchmarkAgent.agent()::serve).limits(limits).start()) {
            serve(server.uri());
        }
    }

    /** Prints an address, then answers each line of the input with the bytes of heap in use; ends with the input. */
    public static void serve(URI address) throws IOException {
        System.out.println(address);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        while (in.readLine() != null) {
            System.out.println(usedHeap());
        }
    }

    private static long usedHeap() {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        for (int i = 0; i < COLLECTIONS; i++) {
            memory.gc();
        }
        return memory.getHeapMemoryUsage().getUsed();
    }
}
