package io.acp4j.interop.drift;

import io.acp4j.schema.json.WireVersion;
import io.acp4j.schema.method.V2Methods;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Prints where our definitions and methods differ from both official schemas, each ending in {@code missing N extra N}. A member
 * on whose requiredness the two disagree counts as missing.
 */
public final class DriftCheck {

    private DriftCheck() {}

    /**
     * Compares.
     *
     * @param args the path of the stable schema of version 1, that of the one with the unstable parts, those of version 2, and that
     *     of our definitions
     * @throws IOException when a schema cannot be read
     */
    public static void main(String[] args) throws IOException {
        if (args.length != 5) {
            System.err.println("usage: DriftCheck STABLE-V1 UNSTABLE-V1 STABLE-V2 UNSTABLE-V2 DEFINITIONS");
            System.exit(2);
        }
        Path definitions = Path.of(args[4]);
        int faults = print(WireVersion.V1, Path.of(args[0]), Path.of(args[1]), definitions, System.out);
        System.out.println("version 2 follows " + V2Methods.SCHEMA);
        faults += print(WireVersion.V2, Path.of(args[2]), Path.of(args[3]), definitions, System.out);
        System.exit(faults == 0 ? 0 : 1);
    }

    static int print(WireVersion version, Path stableFile, Path unstableFile, Path definitions, PrintStream out)
            throws IOException {
        OfficialSchema stable = OfficialSchema.read(stableFile);
        OfficialSchema unstable = OfficialSchema.read(unstableFile);
        OurTypes all = OurTypes.read(definitions, version);

        out.printf("%-10s %-60s %s%n", "", "place", "what");
        int faults = print(name(version, "stable"), stable, all.stable(), out);
        return faults + print(name(version, "unstable"), unstable, all, out);
    }

    private static String name(WireVersion version, String part) {
        return version == WireVersion.V1 ? part : "version " + version.number() + " " + part;
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
