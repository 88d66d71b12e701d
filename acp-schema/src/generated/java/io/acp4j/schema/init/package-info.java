// Written by build-support/write-types from src/protocol/init.yaml: change that, not this.
/**
 * The first exchange of a connection: both sides agree on a version and advertise what they can do.
 *
 * <p><b>The rule.</b> What is absent is not offered, and an unknown capability is none. Nothing but these two messages
 * says what a side can do.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.schema.init.InitializeRequest} has {@link
 * io.acp4j.schema.init.ClientCapabilities}, {@link io.acp4j.schema.init.InitializeResponse} has {@link
 * io.acp4j.schema.init.AgentCapabilities}.
 */
@NullMarked
package io.acp4j.schema.init;

import org.jspecify.annotations.NullMarked;
