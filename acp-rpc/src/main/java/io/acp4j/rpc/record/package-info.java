/**
 * Recordings of connections, and their playback.
 *
 * <p>{@link io.acp4j.rpc.record.WireRecorder} writes the frames of a connection to a file, without secrets.
 * {@link io.acp4j.rpc.record.Recording} reads the file, and {@link io.acp4j.rpc.record.RecordedPeer} plays one of its two sides
 * to a live peer. Start with the recorder. {@link io.acp4j.rpc.record.Secrets} finds secrets in any text.
 */
@NullMarked
package io.acp4j.rpc.record;

import org.jspecify.annotations.NullMarked;
