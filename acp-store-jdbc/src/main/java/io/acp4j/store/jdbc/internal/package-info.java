/**
 * How sessions are kept in two databases.
 *
 * <p><b>The rule.</b> Rows and nothing else: no rule of a conversation is known here, and what differs in SQL is in a {@link
 * io.acp4j.store.jdbc.internal.Dialect} alone.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.store.jdbc.internal.JdbcTransaction} is what both databases share; then read {@link
 * io.acp4j.store.jdbc.internal.SqliteStore} and {@link io.acp4j.store.jdbc.internal.PostgresStore}.
 *
 * <p><b>Tables.</b> A node is named by one number, its segment times 2<sup>31</sup> plus its index, which is the primary key of the
 * messages: a segment is one range of it. There are no cascading foreign keys. What a database cannot keep in a text, NUL and lone
 * surrogates, is kept in an escaped form; what is longer than an index takes is found by a hash.
 *
 * <p><b>SQLite.</b> One connection writes, behind a fair lock in the process and SQLite's own between processes; readers see the moment
 * at which they began and wait for nobody. Connections keep their prepared statements, so no pool is between. Every node carries
 * a checksum: SQLite notices a page that it cannot understand, but not one with other contents. As Flyway cannot lock SQLite, the first
 * process locks the file while the tables are made.
 *
 * <p><b>PostgreSQL.</b> Rows are locked, a tree before a session. What deadlocks or conflicts is run again, ten times at most. The
 * server has the clock and the numbers, and is told to follow indexes, as it would sort a new table that it has no statistics of. A
 * transaction that does nothing for a minute is ended, so the locks of a machine that has vanished do not stay. A server or a network
 * that has gone silent holds nobody: reading has a timeout, and a watchdog breaks off a connection on which a statement makes no
 * progress, since no timeout of the driver notices that nothing can be sent.
 */
@NullMarked
package io.acp4j.store.jdbc.internal;

import org.jspecify.annotations.NullMarked;
