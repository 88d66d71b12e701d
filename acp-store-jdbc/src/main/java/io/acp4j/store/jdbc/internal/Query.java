package io.acp4j.store.jdbc.internal;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A prepared statement whose parameters are bound in order, and that is then run once. */
final class Query {

    /** Makes a value of the current row. */
    @FunctionalInterface
    interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    private final Statements statements;
    private final PreparedStatement statement;
    private int bound;

    Query(Statements statements, PreparedStatement statement) {
        this.statements = statements;
        this.statement = statement;
    }

    Query bind(long value) {
        try {
            statement.setLong(++bound, value);
            return this;
        } catch (SQLException e) {
            throw statements.failed(e);
        }
    }

    Query bind(int value) {
        try {
            statement.setInt(++bound, value);
            return this;
        } catch (SQLException e) {
            throw statements.failed(e);
        }
    }

    Query bind(boolean value) {
        return bind(value ? 1 : 0);
    }

    Query bind(byte[] value) {
        try {
            statement.setBytes(++bound, value);
            return this;
        } catch (SQLException e) {
            throw statements.failed(e);
        }
    }

    Query bindLong(@Nullable Long value) {
        return value == null ? bindNull(Types.BIGINT) : bind(value.longValue());
    }

    Query bindInt(@Nullable Integer value) {
        return value == null ? bindNull(Types.INTEGER) : bind(value.intValue());
    }

    /** Binds a text of any characters. */
    Query bind(@Nullable String value) {
        try {
            statement.setString(++bound, Texts.kept(value));
            return this;
        } catch (SQLException e) {
            throw statements.failed(e);
        }
    }

    private Query bindNull(int type) {
        try {
            statement.setNull(++bound, type);
            return this;
        } catch (SQLException e) {
            throw statements.failed(e);
        }
    }

    <T> List<T> list(RowReader<T> reader) {
        statements.begins();
        try (ResultSet rows = statement.executeQuery()) {
            List<T> list = new ArrayList<>();
            while (rows.next()) {
                list.add(read(reader, rows));
            }
            return list;
        } catch (SQLException e) {
            throw statements.failed(e);
        } finally {
            statements.ends();
        }
    }

    <T> @Nullable T first(RowReader<T> reader) {
        statements.begins();
        try (ResultSet rows = statement.executeQuery()) {
            return rows.next() ? read(reader, rows) : null;
        } catch (SQLException e) {
            throw statements.failed(e);
        } finally {
            statements.ends();
        }
    }

    private <T> T read(RowReader<T> reader, ResultSet row) throws SQLException {
        try {
            return reader.read(row);
        } catch (IllegalArgumentException | NullPointerException | DateTimeException e) {
            throw statements.damaged("a row is not what was stored", e);
        }
    }

    /** Reads the one number that the statement always gives. */
    long number() {
        statements.begins();
        try (ResultSet rows = statement.executeQuery()) {
            if (!rows.next()) {
                throw new SQLException("a statement that gives one row gave none");
            }
            return rows.getLong(1);
        } catch (SQLException e) {
            throw statements.failed(e);
        } finally {
            statements.ends();
        }
    }

    /** Runs a change and tells how many rows it concerned. */
    int run() {
        statements.begins();
        try {
            return statement.executeUpdate();
        } catch (SQLException e) {
            throw statements.failed(e);
        } finally {
            statements.ends();
        }
    }

    /** Ends the parameters of one of several runs. */
    void addToBatch() {
        try {
            statement.addBatch();
            bound = 0;
        } catch (SQLException e) {
            throw statements.failed(e);
        }
    }

    void runBatch() {
        statements.begins();
        try {
            statement.executeBatch();
        } catch (SQLException e) {
            throw statements.failed(e);
        } finally {
            statements.ends();
        }
    }
}
