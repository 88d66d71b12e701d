/**
 * Connections to agents without a client, frame by frame.
 *
 * <p><b>The rule.</b> What is sent is sent as it is, right or wrong, and what comes is handed on as it came; how much may wait
 * to be looked at has a limit.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.inspector.link.RawLink} is the connection.
 */
@NullMarked
package io.acp4j.inspector.link;

import org.jspecify.annotations.NullMarked;
