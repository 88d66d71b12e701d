package io.acp4j.interop.drift;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Prints where our types and methods differ from both official schemas, each ending in {@code missing N extra N}. A member
 * on whose requiredness the two disagree counts as missing.
 */
public final class DriftCheck {

    private DriftCheck() {}

    /**
     * Compares.
     *
     * @param args the path of the stable schema, then that of the schema with the unstable parts
     * @throws IOException when a schema cannot be read
     */
    public static void main(String[] args) throws IOException {
        if (args.length != 2) {
            System.err.println("usage: DriftCheck STABLE-SCHEMA UNSTABLE-SCHEMA");
            System.exit(2);
        }
        int faults = print(Path.of(args[0]), Path.of(args[1]), System.out);
        System.exit(faults == 0 ? 0 : 1);
    }

    static int print(Path stableFile, Path unstableFile, PrintStream out) throws IOException {
        OfficialSchema stable = OfficialSchema.read(stableFile);
        OfficialSchema unstable = OfficialSchema.read(unstableFile);
        OurTypes all = OurTypes.scan();

        out.printf("%-10s %-60s %s%n", "", "place", "what");
        int faults = print("stable", stable, all.stable(), out);
        return faults + print("unstable", unstable, all, out);
    }

    private static int print(String name, OfficialSchema schema, OurTypes ours, PrintStream out) {
        List<Drift.Finding> findings = Drift.between(schema, ours);
        for (Drift.Finding finding : findings) {
            out.printf(
                    "%-10s %-60s %s%n",
                    finding.kind().toString().toLowerCase(Locale.ROOT), finding.place(), finding.what());
        }
        int missing = count(findings, Set.of(Drift.Kind.MISSING, Drift.Kind.DIFFERENT));
        int extra = count(findings, Set.of(Drift.Kind.EXTRA));
        out.println(name + ": " + schema.typeNames().size() + " types, "
                + schema.methods().size() + " methods, missing " + missing + " extra " + extra);
        return missing + extra;
    }

    private static int count(List<Drift.Finding> findings, Set<Drift.Kind> kinds) {
        return (int) findings.stream()
                .filter(finding -> kinds.contains(finding.kind()))
                .count();
    }
}
