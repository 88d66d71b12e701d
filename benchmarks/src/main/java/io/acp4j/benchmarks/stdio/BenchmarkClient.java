package io.acp4j.benchmarks.stdio;

import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.fs.ReadTextFileResponse;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.update.ContentChunk;
import io.acp4j.schema.update.StateUpdate;
import io.acp4j.schema.update.UserMessage;
import io.acp4j.transport.stdio.StdioTransport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** The client of WORKLOAD.md on acp4j. */
public final class BenchmarkClient {

    private final Workload workload;
    private final Function<List<String>, Transport> launcher;
    private final Metrics metrics;
    private final AtomicLong updates = new AtomicLong();
    private volatile String lastText = "";

    private BenchmarkClient(Workload workload, Function<List<String>, Transport> launcher) {
        this.workload = workload;
        this.launcher = launcher;
        this.metrics = new Metrics(workload.protocol().equals(ProtocolVersion.V1) ? "acp4j" : "acp4j_v2");
    }

    /**
     * Measures.
     *
     * @param args the options of WORKLOAD.md; the agent's command is required
     * @throws IOException when this process's memory cannot be read
     */
    public static void main(String[] args) throws IOException {
        measure(args, StdioTransport::launch);
    }

    /**
     * Measures over a transport.
     *
     * @param args the options of WORKLOAD.md; the agent's command is required
     * @param launcher starts the agent's command and connects to it
     * @throws IOException when this process's memory cannot be read
     */
    public static void measure(String[] args, Function<List<String>, Transport> launcher) throws IOException {
        BenchmarkClient client = new BenchmarkClient(Workload.parse(args, List.of()), launcher);
        if (client.workload.includes("flood")) {
            client.flood();
        }
        if (client.workload.includes("roundtrip")) {
            client.roundTrips();
        }
        if (client.workload.includes("spawn")) {
            client.spawn();
        }
        if (client.workload.includes("texts")) {
            client.texts();
        }
        if (client.workload.includes("mixed")) {
            client.mixed();
        }
    }

    private AcpClient connect() {
        return AcpClient.builder(launcher.apply(workload.agent()))
                .info("benchmark-client", "1.0.0")
                .protocolVersions(workload.protocol())
                .onUpdate((session, update) -> {
                    // Version 2 adds the echo of the prompt and the states of the session, which the agent's handler
                    // has not sent.
                    if (update instanceof StateUpdate || update instanceof UserMessage) {
                        return;
                    }
                    updates.incrementAndGet();
                    if (update instanceof ContentChunk chunk) {
                        lastText = chunk.text();
                    }
                })
                .onReadTextFile((request, context) -> new ReadTextFileResponse("content", null))
                .connect();
    }

    private void flood() throws IOException {
        try (AcpClient client = connect()) {
            ClientSession session = client.newSession(Path.of("/bench"));
            metrics.print("first_updates_per_s", flood(session, "flood", workload.floodWarmup()));
            metrics.print("updates_per_s", flood(session, "flood", workload.flood()));
            // Nothing is waited for: prompt returns when everything before its answer has been handled.
            metrics.print("updates_at_return_percent", 100.0 * updates.get() / workload.flood());
            metrics.print("updates_lost", (double) (workload.flood() - updates.get()));
            metrics.printPeakMemory();
        }
    }

    private void texts() {
        try (AcpClient client = connect()) {
            ClientSession session = client.newSession(Path.of("/bench"));
            for (String name : Texts.inOrder()) {
                flood(session, "text " + name, workload.floodWarmup());
            }
            for (String name : Texts.inOrder()) {
                metrics.print("text_" + name + "_updates_per_s", flood(session, "text " + name, workload.shortFlood()));
                if (!lastText.equals(Texts.of(name))) {
                    throw new IllegalStateException("another text came than " + name);
                }
            }
        }
    }

    private void mixed() {
        try (AcpClient client = connect()) {
            ClientSession session = client.newSession(Path.of("/bench"));
            flood(session, "mixed", workload.floodWarmup());
            metrics.print("mixed_updates_per_s", flood(session, "mixed", workload.shortFlood()));
        }
    }

    private double flood(ClientSession session, String what, int count) {
        updates.set(0);
        long start = System.nanoTime();
        session.prompt(what + " " + count);
        return updates.get() * 1e9 / (System.nanoTime() - start);
    }

    private void roundTrips() {
        try (AcpClient client = connect()) {
            ClientSession session = client.newSession(Path.of("/bench"));
            SessionModeId mode = new SessionModeId("bench");
            long[] nanos = new long[workload.roundTrips()];
            for (int i = -workload.warmup(); i < nanos.length; i++) {
                long start = System.nanoTime();
                session.setMode(mode);
                if (i >= 0) {
                    nanos[i] = System.nanoTime() - start;
                }
            }
            metrics.printPercentiles("roundtrip_client_to_agent", nanos);
            session.prompt(String.format(Locale.ROOT, "callback %d %d", workload.warmup(), workload.roundTrips()));
            String[] words = lastText.split(" ", -1);
            metrics.print("roundtrip_agent_to_client_p50_us", Double.parseDouble(words[1]));
            metrics.print("roundtrip_agent_to_client_p99_us", Double.parseDouble(words[3]));
        }
    }

    private void spawn() {
        long[] nanos = new long[workload.spawns()];
        for (int i = 0; i < nanos.length; i++) {
            long start = System.nanoTime();
            try (AcpClient client = connect()) {
                nanos[i] = System.nanoTime() - start;
                client.initializeResponse();
            }
        }
        metrics.print("spawn_to_initialize_ms", Metrics.percentile(nanos, 0.50) / 1e6);
    }
}
