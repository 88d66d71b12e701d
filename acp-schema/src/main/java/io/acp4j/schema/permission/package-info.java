/** Asking the user, through the client, whether a tool call may run. */
@NullMarked
package io.acp4j.schema.permission;

import org.jspecify.annotations.NullMarked;
