/**
 * Durable session stores: one SQLite file beside the agent, or a PostgreSQL database that many agents share.
 *
 * <p><b>The rule.</b> Nothing has to be set up: tables are made and brought up to date when a store is opened, and a
 * database that a newer release has changed is refused. What the tables hold is that of {@link io.acp4j.agent.store}; forks
 * and branches cost one row there, whatever the length of the conversation.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.store.jdbc.SessionStores} opens a store, {@link
 * io.acp4j.store.jdbc.JdbcStoreOptions} has its limits.
 *
 * <pre>{@code
 * SessionStore store = SessionStores.open(Path.of("conversations"));
 * SessionStore shared = SessionStores.open("jdbc:postgresql://db.example.com/agents?user=agent");
 * }</pre>
 */
@NullMarked
package io.acp4j.store.jdbc;

import org.jspecify.annotations.NullMarked;
