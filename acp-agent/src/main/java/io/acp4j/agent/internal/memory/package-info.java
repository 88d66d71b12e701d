/**
 * The store that keeps sessions in memory.
 *
 * <p><b>The rule.</b> It implements {@code io.acp4j.agent.store} and uses nothing else: one lock, maps, and a log of what to
 * undo when a transaction fails.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.agent.internal.memory.InMemoryStore} holds the lock, {@link
 * io.acp4j.agent.internal.memory.InMemoryTables} the rows.
 */
@NullMarked
package io.acp4j.agent.internal.memory;

import org.jspecify.annotations.NullMarked;
