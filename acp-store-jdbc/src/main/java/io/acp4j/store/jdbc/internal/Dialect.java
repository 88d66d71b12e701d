package io.acp4j.store.jdbc.internal;

import java.time.Instant;

/** What the two databases do each in their own way. */
interface Dialect {

    /** The time by the clock that all processes of the database share, in whole microseconds. */
    Instant now(Statements statements);

    /** Returns what makes a query lock the rows that it gives; empty where there is one writer anyway. */
    String forUpdate();

    /** Returns whether a transaction that writes has the whole database to itself, so what it has read stays so. */
    boolean isAlone();

    void lockTree(Statements statements, long tree);

    long sequence(Statements statements, int count);

    long newTree(Statements statements);

    long newSegment(Statements statements);

    /** Finds what was forked from a session with a key: two parameters, the session and twice the key. */
    String forkKeyCondition();
}
