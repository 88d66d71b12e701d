package io.acp4j.store.jdbc.internal;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** SQLite: one writes at a time, in all processes together, so there is nothing to lock. */
final class SqliteDialect implements Dialect {

    static final SqliteDialect INSTANCE = new SqliteDialect();

    private SqliteDialect() {}

    /** All processes run on the machine of the file. */
    @Override
    public Instant now(Statements statements) {
        return Instant.now().truncatedTo(ChronoUnit.MICROS);
    }

    @Override
    public String forUpdate() {
        return "";
    }

    @Override
    public boolean isAlone() {
        return true;
    }

    @Override
    public void lockTree(Statements statements, long tree) {
        // The transaction has the whole file.
    }

    @Override
    public long sequence(Statements statements, int count) {
        return statements
                        .query("UPDATE acp_counter SET sequence = sequence + ? RETURNING sequence")
                        .bind(count)
                        .number()
                - count
                + 1;
    }

    @Override
    public long newTree(Statements statements) {
        return statements
                .query("INSERT INTO acp_tree DEFAULT VALUES RETURNING id")
                .number();
    }

    @Override
    public long newSegment(Statements statements) {
        return statements
                .query("UPDATE acp_counter SET segment = segment + 1 RETURNING segment")
                .number();
    }

    @Override
    public String forkKeyCondition() {
        return " AND fork_key = ?";
    }
}
