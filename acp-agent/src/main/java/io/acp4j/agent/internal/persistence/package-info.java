/**
 * Sessions that are kept in a store: what is stored when, how a session is opened again and replayed, how a request to fork
 * becomes a row, and how lists and branches are shown to clients.
 *
 * <p><b>The rule.</b> What a session sees and where a fork may end is decided in {@code io.acp4j.agent.tree}; here stand the
 * requests and updates that lead there. The sessions themselves know nothing of this package.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.agent.internal.persistence.StoredAgent} puts handlers of stored sessions in front
 * of the author's. {@link io.acp4j.agent.internal.persistence.StoredOpeners} opens sessions, and {@link
 * io.acp4j.agent.internal.persistence.Recorder} stores what is sent about one.
 */
@NullMarked
package io.acp4j.agent.internal.persistence;

import org.jspecify.annotations.NullMarked;
