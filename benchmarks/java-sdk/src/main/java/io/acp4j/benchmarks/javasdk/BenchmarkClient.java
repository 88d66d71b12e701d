package io.acp4j.benchmarks.javasdk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The benchmark client on the published Java SDK; {@code benchmarks/WORKLOAD.md} says what it measures. */
public final class BenchmarkClient {

    private static final long STALL_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final String USAGE =
            "usage: run client [--quick] [--ws] [--part flood|roundtrip|spawn|texts|mixed] [-- AGENT-COMMAND ARG...]";

    private final Options options;

    private BenchmarkClient(Options options) {
        this.options = options;
    }

    /**
     * Runs the parts that are asked for and prints their metrics.
     *
     * @param args see {@code benchmarks/WORKLOAD.md}
     */
    public static void main(String[] args) {
        Options options = Options.parse(args);
        if (options == null) {
            System.err.println(USAGE);
            System.exit(2);
        }
        // The SDK's schedulers keep non-daemon threads: without an exit the process would stay, whatever happened.
        try {
            new BenchmarkClient(options).run();
            System.exit(0);
        } catch (IOException | RuntimeException e) {
            System.err.println("the benchmark failed: " + e);
            System.exit(1);
        }
    }

    private void run() throws IOException {
        for (String part : options.parts()) {
            switch (part) {
                case "flood" -> flood();
                case "roundtrip" -> roundtrip();
                case "texts" -> texts();
                case "mixed" -> mixed();
                default -> spawn();
            }
        }
    }

    private void flood() throws IOException {
        try (Peer peer = Peer.start(options.command(), options.overWebSocket())) {
            String sessionId = peer.newSession();
            Flood first = timedFlood(peer, sessionId, "flood", options.quick() ? 2_000 : 20_000);
            Flood measured = timedFlood(peer, sessionId, "flood", options.quick() ? 20_000 : 200_000);
            report("updates_per_s", measured.perSecond());
            report("first_updates_per_s", first.perSecond());
            report("updates_at_return_percent", 100.0 * measured.atReturn() / measured.count());
            report("updates_lost", String.valueOf(measured.count() - measured.seen()));
            report("client_peak_rss_mb", peakMemory());
        }
    }

    private void texts() {
        int count = options.quick() ? 10_000 : 100_000;
        try (Peer peer = Peer.start(options.command(), options.overWebSocket())) {
            String sessionId = peer.newSession();
            for (String name : Texts.inOrder()) {
                timedFlood(peer, sessionId, "text " + name, options.quick() ? 2_000 : 20_000);
            }
            for (String name : Texts.inOrder()) {
                Flood measured = timedFlood(peer, sessionId, "text " + name, count);
                peer.awaitText(Texts.of(name));
                report("text_" + name + "_updates_per_s", measured.perSecond());
            }
        }
    }

    private void mixed() {
        try (Peer peer = Peer.start(options.command(), options.overWebSocket())) {
            String sessionId = peer.newSession();
            timedFlood(peer, sessionId, "mixed", options.quick() ? 2_000 : 20_000);
            Flood measured = timedFlood(peer, sessionId, "mixed", options.quick() ? 10_000 : 100_000);
            report("mixed_updates_per_s", measured.perSecond());
        }
    }

    /** One flood: the updates asked for, seen when prompt returned and seen in the end, and how long that took. */
    private record Flood(int count, int atReturn, int seen, long nanos) {
        double perSecond() {
            return seen * 1e9 / nanos;
        }
    }

    // Prompt may return before its updates are handled, and its answer may be lost: both are waited for, until nothing
    // has come for the time of a stall.
    private static Flood timedFlood(Peer peer, String sessionId, String what, int count) {
        peer.resetUpdates();
        long start = System.nanoTime();
        CompletableFuture<?> prompt = peer.prompt(sessionId, what + " " + count);
        CompletableFuture<int[]> atReturn = prompt.thenApply(response -> new int[] {peer.updates()});
        int seen = 0;
        long end = System.nanoTime();
        while (!prompt.isDone() || peer.updates() < count) {
            LockSupport.parkNanos(POLL_NANOS);
            int now = peer.updates();
            if (now > seen) {
                seen = now;
                end = System.nanoTime();
            } else if (System.nanoTime() - end > STALL_NANOS) {
                break;
            }
        }
        if (peer.updates() >= count && prompt.isDone()) {
            end = System.nanoTime();
        }
        int returned = atReturn.isDone() ? atReturn.join()[0] : peer.updates();
        return new Flood(count, returned, peer.updates(), end - start);
    }

    private void roundtrip() {
        int warmup = 2_000;
        int count = options.quick() ? 2_000 : 20_000;
        try (Peer peer = Peer.start(options.command(), options.overWebSocket())) {
            String sessionId = peer.newSession();
            Latencies latencies = new Latencies(warmup, count);
            latencies.measure(() -> peer.setMode(sessionId, "code"));
            report("roundtrip_client_to_agent_p50_us", latencies.micros(0.5));
            report("roundtrip_client_to_agent_p99_us", latencies.micros(0.99));
            peer.prompt(sessionId, "callback " + warmup + " " + count).join();
            String[] words = peer.awaitText("p50_us ").split(" ");
            report("roundtrip_agent_to_client_p50_us", words[1]);
            report("roundtrip_agent_to_client_p99_us", words[3]);
        }
    }

    private void spawn() {
        double[] millis = new double[options.quick() ? 3 : 11];
        for (int i = 0; i < millis.length; i++) {
            long start = System.nanoTime();
            try (Peer peer = Peer.start(options.command(), options.overWebSocket())) {
                millis[i] = (System.nanoTime() - start) / 1e6;
            }
        }
        Arrays.sort(millis);
        report("spawn_to_initialize_ms", millis[millis.length / 2]);
    }

    /** The peak resident memory of this process in MiB. */
    private static double peakMemory() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmHWM:")) {
                return Long.parseLong(line.replaceAll("\\D", "")) / 1024.0;
            }
        }
        throw new IOException("/proc/self/status has no VmHWM");
    }

    private static void report(String metric, double value) {
        report(metric, String.format(Locale.ROOT, "%.1f", value));
    }

    private static void report(String metric, String value) {
        System.out.println("java_sdk." + metric + " " + value);
    }

    /** What the command line asks for. */
    private record Options(boolean quick, boolean overWebSocket, List<String> parts, List<String> command) {

        private static final List<String> PARTS = List.of("flood", "roundtrip", "spawn", "texts", "mixed");

        /** Reads the command line; null when it is wrong. */
        static Options parse(String[] args) {
            List<String> words = new ArrayList<>(List.of(args));
            List<String> command = List.of();
            int dashes = words.indexOf("--");
            if (dashes >= 0) {
                command = List.copyOf(words.subList(dashes + 1, words.size()));
                words = words.subList(0, dashes);
            }
            boolean quick = words.remove("--quick");
            boolean overWebSocket = words.remove("--ws");
            if (command.isEmpty() && !overWebSocket) {
                command = ownAgent();
            }
            List<String> parts = PARTS;
            if (words.size() == 2 && words.get(0).equals("--part") && PARTS.contains(words.get(1))) {
                parts = List.of(words.get(1));
            } else if (!words.isEmpty()) {
                return null;
            }
            return command.isEmpty() ? null : new Options(quick, overWebSocket, parts, command);
        }

        private static List<String> ownAgent() {
            return List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    BenchmarkAgent.class.getName());
        }
    }
}
