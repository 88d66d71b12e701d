// Written by build-support/write-types from src/protocol/init.yaml: change that, not this.
/**
 * Initialization of a connection: the version of the protocol and the capabilities of both sides.
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
