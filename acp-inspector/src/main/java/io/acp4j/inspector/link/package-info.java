/**
 * Agents as they are reached without a client: by address, frame by frame.
 *
 * <p><b>The rule.</b> What is sent is sent as it is, right or wrong, and what comes is handed on as it came; how much may wait
 * to be looked at has a limit.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.inspector.link.RawLink} is the connection, {@link
 * io.acp4j.inspector.link.AgentAddress} where an agent is that serves.
 */
@NullMarked
package io.acp4j.inspector.link;

import org.jspecify.annotations.NullMarked;
