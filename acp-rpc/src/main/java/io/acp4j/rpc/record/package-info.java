/**
 * Recordings of connections, and their playback.
 *
 * <p><b>The rule.</b> Secrets are left out before anything is written, unless that is switched off, and what cannot be
 * written ends the recording but not the connection.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.rpc.record.WireRecorder} writes the frames of a connection to a file. {@link
 * io.acp4j.rpc.record.Recording} reads the file, and {@link io.acp4j.rpc.record.RecordedPeer} plays one of its two sides to
 * a live peer. {@link io.acp4j.rpc.record.Secrets} finds secrets in any text.
 */
@NullMarked
package io.acp4j.rpc.record;

import org.jspecify.annotations.NullMarked;
