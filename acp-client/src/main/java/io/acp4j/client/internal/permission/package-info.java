/**
 * The options of permission requests: which of them a response can name, and their names for the user.
 *
 * <p><b>The rule.</b> Nothing here depends on another package of the client.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.client.internal.permission.OfferedOptions} is used by the API, by the broker, and by the handler
 * of every permission request.
 */
@NullMarked
package io.acp4j.client.internal.permission;

import org.jspecify.annotations.NullMarked;
