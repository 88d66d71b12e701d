package io.acp4j.store.jdbc.internal;

import io.acp4j.agent.store.SessionStoreException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** PostgreSQL: many write at once, so rows are locked; the server has the clock. For one transaction. */
final class PostgresDialect implements Dialect {

    /**
     * How many numbers of ours one number of the database's sequence stands for. Numbers must follow one another within a
     * call and rise from call to call, and a database's sequence gives them out one by one.
     */
    private static final int BLOCK = 1 << 16;

    private static final int ATTEMPTS_AT_BLOCKS = 100;

    private static final String CLOCK = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint";

    private @Nullable Instant firstNow;
    private long firstNanos;

    /** Asks once and then counts on: a transaction is short, and every question costs a round trip. */
    @Override
    public Instant now(Statements statements) {
        Instant first = firstNow;
        if (first == null) {
            return start(statements.query("SELECT " + CLOCK).number());
        }
        return first.plusNanos(System.nanoTime() - firstNanos).truncatedTo(ChronoUnit.MICROS);
    }

    private Instant start(long micros) {
        Instant first = Micros.instant(micros);
        firstNow = first;
        firstNanos = System.nanoTime();
        return first;
    }

    @Override
    public String forUpdate() {
        return " FOR UPDATE";
    }

    @Override
    public boolean isAlone() {
        return false;
    }

    @Override
    public void lockTree(Statements statements, long tree) {
        statements
                .query("SELECT id FROM acp_tree WHERE id = ? FOR UPDATE")
                .bind(tree)
                .first(row -> row.getLong(1));
    }

    /** Also reads the clock if it has not been read, because numbered rows are stored with the time. */
    @Override
    public long sequence(Statements statements, int count) {
        if (count <= BLOCK) {
            return Objects.requireNonNull(
                    statements.query("SELECT nextval('acp_sequence'), " + CLOCK).first(this::numberAndTime));
        }
        int blocks = (count + BLOCK - 1) / BLOCK;
        for (int i = 0; i < ATTEMPTS_AT_BLOCKS; i++) {
            List<Long> taken = statements
                    .query("SELECT nextval('acp_sequence') FROM generate_series(1, ?)")
                    .bind(blocks)
                    .list(row -> row.getLong(1));
            if (taken.get(blocks - 1) - taken.get(0) == blocks - 1) {
                return first(taken.get(0));
            }
        }
        throw new SessionStoreException.BusyException(
                "no consecutive sequence numbers were available in " + ATTEMPTS_AT_BLOCKS + " attempts", null);
    }

    private long numberAndTime(ResultSet row) throws SQLException {
        if (firstNow == null) {
            start(row.getLong(2));
        }
        return first(row.getLong(1));
    }

    private static long first(long block) {
        return (block - 1) * BLOCK + 1;
    }

    @Override
    public long newTree(Statements statements) {
        return statements
                .query("INSERT INTO acp_tree DEFAULT VALUES RETURNING id")
                .number();
    }

    @Override
    public long newSegment(Statements statements) {
        return statements.query("SELECT nextval('acp_segment_id')").number();
    }

    /** The index is on the digest: a key may be longer than what a B-tree takes. */
    @Override
    public String forkKeyCondition() {
        return " AND md5(fork_key) = md5(?)";
    }
}
