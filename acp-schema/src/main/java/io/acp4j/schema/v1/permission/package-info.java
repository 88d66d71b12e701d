/** Asking the user, through the client, whether a tool call may run. */
@NullMarked
package io.acp4j.schema.v1.permission;

import org.jspecify.annotations.NullMarked;
