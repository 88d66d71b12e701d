package io.acp4j.interop.drift;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Prints where our types and the official schema differ, ending in {@code missing N extra N}. A member on whose
 * requiredness the two disagree counts as missing.
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
        OurTypes ours = OurTypes.scan();

        List<Drift.Finding> findings = new ArrayList<>(Drift.stable(stable, unstable, ours));
        findings.addAll(Drift.unstable(stable, unstable, ours));
        findings.addAll(unknown(unstable, ours));

        out.printf("%-10s %-60s %s%n", "", "place", "what");
        for (Drift.Finding finding : findings) {
            out.printf(
                    "%-10s %-60s %s%n",
                    finding.kind().toString().toLowerCase(Locale.ROOT), finding.place(), finding.what());
        }
        long missing = findings.stream()
                .filter(finding -> finding.kind() == Drift.Kind.MISSING || finding.kind() == Drift.Kind.DIFFERENT)
                .count();
        long extra = findings.stream()
                .filter(finding -> finding.kind() == Drift.Kind.EXTRA)
                .count();
        out.println("compared " + stable.typeNames().size() + " stable types");
        out.println("missing " + missing + " extra " + extra);
        return (int) (missing + extra);
    }

    /** The object types that we declare and neither schema has. */
    private static List<Drift.Finding> unknown(OfficialSchema unstable, OurTypes ours) {
        return ours.objectTypes().stream()
                .filter(type -> !unstable.has(type))
                .map(type -> new Drift.Finding(Drift.Kind.EXTRA, type, "type"))
                .toList();
    }
}
