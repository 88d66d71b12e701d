package io.acp4j.benchmarks.fork;

import io.acp4j.agent.store.SessionStore;

/** A store that is measured. */
interface Subject extends AutoCloseable {

    /** The name in the lines of the result. */
    String name();

    /** The store, open. */
    SessionStore store();

    /** Returns how many bytes the store takes now: on the disk, or of the heap. */
    long bytes();

    @Override
    void close();
}
