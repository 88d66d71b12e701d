package io.acp4j.tck.internal.probe;

import java.util.List;

/** Judges everything that came over a connection, whatever it was opened for. */
public interface Monitor {

    /** The requirements that it decides. */
    List<String> watches();

    /** Looks through one connection; reports by {@link Findings#check}. */
    void inspect(Recording recording, Findings findings);
}
