/**
 * Conversations kept as files, and played back.
 *
 * <p>{@link io.acp4j.rpc.record.WireRecorder} writes what goes over a connection, with secrets left out;
 * {@link io.acp4j.rpc.record.Recording} reads it back; {@link io.acp4j.rpc.record.RecordedPeer} plays one of its two sides
 * to a live peer. Start with the recorder. The rule of this package: no secret reaches a file. {@link io.acp4j.rpc.record.Secrets} finds what is left out, in any text.
 */
@NullMarked
package io.acp4j.rpc.record;

import org.jspecify.annotations.NullMarked;
