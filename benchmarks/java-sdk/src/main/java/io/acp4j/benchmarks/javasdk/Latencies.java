package io.acp4j.benchmarks.javasdk;

import java.util.Arrays;
import java.util.Locale;

/** Times of sequential calls, the first of them left out. */
final class Latencies {

    private final int warmup;
    private final long[] nanos;

    Latencies(int warmup, int count) {
        this.warmup = warmup;
        this.nanos = new long[count];
    }

    void measure(Runnable call) {
        for (int i = -warmup; i < nanos.length; i++) {
            long start = System.nanoTime();
            call.run();
            if (i >= 0) {
                nanos[i] = System.nanoTime() - start;
            }
        }
        Arrays.sort(nanos);
    }

    /** The percentile in microseconds: the value at index floor(n * p). */
    String micros(double p) {
        return String.format(Locale.ROOT, "%.1f", nanos[(int) (nanos.length * p)] / 1e3);
    }
}
