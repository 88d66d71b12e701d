// Written by build-support/write-types from src/protocol/protocol.yaml: change that, not this.
/**
 * Cancellation of requests, and the data of errors that both sides may send.
 *
 * <p><b>The rule.</b> Nothing here is about a session's contents, and any peer may ignore all of it: a cancelled
 * request still gets its one response.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.schema.protocol.CancelRequestNotification} cancels a request of either
 * side.
 */
@NullMarked
package io.acp4j.schema.protocol;

import org.jspecify.annotations.NullMarked;
