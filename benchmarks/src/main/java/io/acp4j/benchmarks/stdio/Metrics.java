package io.acp4j.benchmarks.stdio;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/** Prints figures as lines of a name and a value. */
public final class Metrics {

    private final String prefix;

    /** Puts a prefix before all names. */
    public Metrics(String prefix) {
        this.prefix = prefix;
    }

    /** Prints one figure. */
    public void print(String name, double value) {
        System.out.printf(Locale.ROOT, "%s.%s %.1f%n", prefix, name, value);
    }

    /** Prints the median and the 99th percentile of durations in nanoseconds, in microseconds. */
    void printPercentiles(String name, long[] nanos) {
        print(name + "_p50_us", percentile(nanos, 0.50) / 1000.0);
        print(name + "_p99_us", percentile(nanos, 0.99) / 1000.0);
    }

    /** Prints the most memory that this process has held, in MiB. */
    void printPeakMemory() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmHWM:")) {
                print("client_peak_rss_mb", Long.parseLong(line.replaceAll("\\D", "")) / 1024.0);
            }
        }
    }

    /** Returns the value at index ⌊N·p⌋ of the sorted values. */
    static long percentile(long[] values, double p) {
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(int) (sorted.length * p)];
    }
}
