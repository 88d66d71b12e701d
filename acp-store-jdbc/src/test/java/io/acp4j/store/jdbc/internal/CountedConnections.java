package io.acp4j.store.jdbc.internal;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.MeteredStore;
import io.acp4j.store.jdbc.JdbcStoreOptions;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Counts the SQL statements of a store on their way to the driver, with those that begin and end transactions. */
final class CountedConnections {

    private static final String RENEWAL_THREAD = "acp4j-leases";

    private final AtomicLong statements = new AtomicLong();
    private final List<Set<String>> insertions = new CopyOnWriteArrayList<>();

    /** Returns the number of statements so far. */
    long statements() {
        return statements.get();
    }

    /** Opens an SQLite store, which begins and ends transactions with SQL statements. */
    SessionStore sqlite(Path path) {
        SqliteFile file = new SqliteFile(path, "", JdbcStoreOptions.defaults()) {
            @Override
            Connection connect(Access access) throws SQLException {
                return counted(super.connect(access));
            }
        };
        file.prepare();
        return new SqliteStore(file);
    }

    /** Opens a PostgreSQL store, whose driver begins each transaction and ends it when it is committed or rolled back. */
    SessionStore postgres(String url) {
        PostgresDatabase database = new PostgresDatabase(url, JdbcStoreOptions.defaults());
        database.prepare();
        HikariConfig config = new HikariConfig();
        try (HikariDataSource pool = database.pool()) {
            pool.copyStateTo(config);
        }
        return new PostgresStore(database, new HikariDataSource(config) {
            @Override
            public Connection getConnection() throws SQLException {
                Connection connection = super.getConnection();
                count();
                return counted(connection);
            }
        });
    }

    private void count() {
        if (!Thread.currentThread().getName().equals(RENEWAL_THREAD)) {
            statements.incrementAndGet();
        }
    }

    /** Returns the classes of the agent and the store at each insertion of a session. */
    List<Set<String>> insertions() {
        return List.copyOf(insertions);
    }

    private Connection counted(Connection connection) {
        return proxy(Connection.class, connection, (method, given, result) -> {
            String name = method.getName();
            if (name.equals("commit") || name.equals("rollback")) {
                count();
            }
            return result instanceof PreparedStatement statement
                    ? counted(statement, given[0].toString().startsWith("INSERT INTO acp_session"))
                    : result;
        });
    }

    private PreparedStatement counted(PreparedStatement statement, boolean isInsertion) {
        return proxy(PreparedStatement.class, statement, (method, given, result) -> {
            if (method.getName().startsWith("execute")) {
                count();
                if (isInsertion) {
                    insertions.add(MeteredStore.agentClasses(new Throwable().getStackTrace()));
                }
            }
            return result;
        });
    }

    private interface Observer {
        @Nullable
        Object after(Method method, Object[] given, @Nullable Object result);
    }

    private static <T> T proxy(Class<T> type, T target, Observer observer) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, given) -> {
                    try {
                        return observer.after(method, given, method.invoke(target, given));
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
