// Written by build-support/write-types from src/protocol/permission.yaml: change that, not this.
/**
 * Permission requests of an agent to the user, through the client.
 *
 * <p><b>The rule.</b> Only an outcome that names an allowing option allows anything; one that is unknown, cancelled or
 * missing does not.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.schema.permission.RequestPermissionRequest} asks, and {@link
 * io.acp4j.schema.permission.RequestPermissionOutcome} is what the user, or a rule of the client, decided.
 */
@NullMarked
package io.acp4j.schema.permission;

import org.jspecify.annotations.NullMarked;
