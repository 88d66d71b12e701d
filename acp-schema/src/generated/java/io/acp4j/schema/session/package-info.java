// Written by build-support/write-types from src/protocol/session.yaml: change that, not this.
/**
 * The life of a session: it is created, loaded, resumed, listed, forked, archived, closed and deleted.
 *
 * <p><b>The rule.</b> All requests that open a session have the same parameters, and their responses the same settings.
 * What is said in a session is elsewhere.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.schema.session.NewSessionRequest} opens a session, {@link
 * io.acp4j.schema.session.ListSessionsRequest} finds stored ones, {@link io.acp4j.schema.session.ForkSessionRequest}
 * makes a branch.
 */
@NullMarked
package io.acp4j.schema.session;

import org.jspecify.annotations.NullMarked;
