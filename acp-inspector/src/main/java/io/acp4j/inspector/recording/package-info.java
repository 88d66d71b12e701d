/**
 * Recordings of conversations: read and written in the formats of several tools.
 *
 * <p><b>The rule.</b> Knows neither pages nor agents. A line that no tool writes is refused by its number, and never guessed
 * at.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.inspector.recording.RecordingFiles} reads any format into a {@link
 * io.acp4j.inspector.recording.WireRecording}; {@link io.acp4j.inspector.recording.RecordingFormat} writes one.
 */
@NullMarked
package io.acp4j.inspector.recording;

import org.jspecify.annotations.NullMarked;
