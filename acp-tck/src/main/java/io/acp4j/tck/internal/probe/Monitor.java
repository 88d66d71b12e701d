package io.acp4j.tck.internal.probe;

import java.util.List;

/** Judges everything that came over a connection, whatever it was opened for. */
public interface Monitor {

    /** The requirements that it decides. */
    List<String> watches();

    /** Returns whether it has something to say about a connection; most know version 1 of the protocol only. */
    default boolean concerns(Recording recording) {
        return recording.version() <= 1;
    }

    /** Looks through one connection; reports by {@link Findings#check}. */
    void inspect(Recording recording, Findings findings);
}
