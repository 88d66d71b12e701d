/**
 * Recordings of conversations: read and written in the formats of several tools.
 *
 * <p><b>The rule.</b> Knows neither pages nor agents. A few general rules find the messages of each tool. A line without a message is
 * listed by its number and the reason, without its contents.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.inspector.recording.RecordingFiles} reads any format into a {@link
 * io.acp4j.inspector.recording.WireRecording}; {@link io.acp4j.inspector.recording.RecordingFormat} writes one.
 */
@NullMarked
package io.acp4j.inspector.recording;

import org.jspecify.annotations.NullMarked;
