package io.acp4j.benchmarks.stdio;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.PromptTurn;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.transport.stdio.StdioTransport;

/** The agent of WORKLOAD.md on acp4j. */
public final class BenchmarkAgent {

    private static final String CHUNK = "x".repeat(120);

    private BenchmarkAgent() {}

    /**
     * Serves one client over this process's stdin and stdout.
     *
     * @param args {@code --protocol 2} to serve version 2 of the protocol, nothing to serve version 1
     * @throws InterruptedException when the process is told to stop
     */
    public static void main(String[] args) throws InterruptedException {
        agent(Workload.protocol(args)).serve(StdioTransport.ofProcessStreams()).awaitClosed();
    }

    /**
     * Makes the agent of version 1.
     *
     * @return the agent, for any transport
     */
    public static AcpAgent agent() {
        return agent(ProtocolVersion.V1);
    }

    private static AcpAgent agent(ProtocolVersion version) {
        return AcpAgent.builder()
                .info("benchmark-agent", "1.0.0")
                .protocolVersions(version)
                .onSetMode((request, session) -> {})
                .onPrompt(BenchmarkAgent::answer)
                .build();
    }

    private static void answer(PromptTurn turn) {
        String[] words = turn.text().split(" ", -1);
        switch (words[0]) {
            case "flood" -> flood(turn, CHUNK, Integer.parseInt(words[1]));
            case "text" -> flood(turn, Texts.of(words[1]), Integer.parseInt(words[2]));
            case "mixed" -> new MixedUpdates().send(turn, Integer.parseInt(words[1]));
            default -> callBack(turn, Integer.parseInt(words[1]), Integer.parseInt(words[2]));
        }
    }

    private static void flood(PromptTurn turn, String chunk, int updates) {
        for (int i = 0; i < updates; i++) {
            turn.say(chunk);
        }
    }

    private static void callBack(PromptTurn turn, int warmup, int count) {
        long[] nanos = new long[count];
        for (int i = -warmup; i < count; i++) {
            long start = System.nanoTime();
            turn.client().readTextFile("/bench/file.txt");
            if (i >= 0) {
                nanos[i] = System.nanoTime() - start;
            }
        }
        turn.say(String.format(
                "p50_us %.1f p99_us %.1f",
                Metrics.percentile(nanos, 0.50) / 1000.0, Metrics.percentile(nanos, 0.99) / 1000.0));
    }
}
