package io.acp4j.benchmarks.fork;

import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Measures what conversations cost on each store, in short and in very long ones.
 *
 * <p>Arguments: {@code --quick} for at most 10 000 messages instead of 1 000 000, {@code --only memory,sqlite,postgresql}.
 */
public final class ForkBenchmark {

    private ForkBenchmark() {}

    /**
     * Prints lines of a name and a value.
     *
     * @param args as above
     */
    public static void main(String[] args) {
        List<String> options = List.of(args);
        int[] lengths = options.contains("--quick") ? new int[] {100, 10_000} : new int[] {100, 10_000, 1_000_000};
        int only = options.indexOf("--only");
        Set<String> wanted =
                Set.of(only < 0 ? new String[] {"memory", "sqlite", "postgresql"} : args[only + 1].split(",", -1));
        measure(wanted, "memory", InMemorySubject::new, lengths);
        measure(wanted, "sqlite", SqliteSubject::new, lengths);
        measure(wanted, "postgresql", PostgresSubject::new, lengths);
    }

    private static void measure(Set<String> wanted, String name, Supplier<Subject> opening, int[] lengths) {
        if (wanted.contains(name)) {
            try (Subject subject = opening.get();
                    ForkMeasurement measurement = new ForkMeasurement(subject, lengths)) {
                measurement.run();
            }
        }
    }
}
