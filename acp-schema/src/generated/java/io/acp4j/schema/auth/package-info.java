// Written by build-support/write-types from src/protocol/auth.yaml: change that, not this.
/**
 * Authentication and logout of the user: the methods that an agent offers, and the requests.
 *
 * <p><b>The rule.</b> An agent is signed in only in a way that it has offered, and a way of an unknown kind is kept as
 * it came.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.schema.auth.AuthMethod} is a way that an agent offers; {@link
 * io.acp4j.schema.auth.AuthenticateRequest} takes it.
 */
@NullMarked
package io.acp4j.schema.auth;

import org.jspecify.annotations.NullMarked;
