/**
 * An agent of the older version behind a client of the newer one: turns become states.
 *
 * <p><b>The rule.</b> All runs under the lock of the bridge and never waits for a peer. A prompt that comes during a turn is
 * held here, as the agent knows one turn at a time.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.proxy.internal.bridge.older.OlderAgent} takes every message; {@link
 * io.acp4j.proxy.internal.bridge.older.Prompts} makes states of turns.
 */
@NullMarked
package io.acp4j.proxy.internal.bridge.older;

import org.jspecify.annotations.NullMarked;
