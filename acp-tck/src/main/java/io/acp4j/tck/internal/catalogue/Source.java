package io.acp4j.tck.internal.catalogue;

import java.util.Locale;

/** Who asks for a requirement. Each source has a verdict of its own. */
public enum Source {
    /** The published protocol, stable or unstable part, and the standards that it builds on. */
    ACP,
    /** An open proposal of the protocol, which may still change. */
    RFD,
    /** This project: what the published text leaves open and peers depend on nevertheless. */
    ACP4J;

    /** Returns the name as it stands in tables, reports and on the command line. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
