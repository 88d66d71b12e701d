/**
 * Durable session stores on SQLite and PostgreSQL.
 *
 * @see io.acp4j.store.jdbc.SessionStores
 */
module io.acp4j.store.jdbc {
    requires transitive io.acp4j.agent;
    requires static transitive org.jspecify;
    requires com.zaxxer.hikari;
    requires flyway.core;
    requires java.sql;
    requires org.postgresql.jdbc;
    requires org.slf4j;
    requires org.xerial.sqlitejdbc;

    exports io.acp4j.store.jdbc;
}
