/**
 * Connections to agents without a client, frame by frame.
 *
 * <p><b>The rule.</b> Frames are sent and received unchanged, whether they are valid or not. The number of frames that wait for the
 * reader is limited.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.inspector.link.RawLink} is a connection.
 */
@NullMarked
package io.acp4j.inspector.link;

import org.jspecify.annotations.NullMarked;
