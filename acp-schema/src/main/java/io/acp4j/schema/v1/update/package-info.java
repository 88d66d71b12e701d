/**
 * What an agent reports about a session while it works: {@link io.acp4j.schema.v1.update.SessionNotification} and the
 * kinds of {@link io.acp4j.schema.v1.update.SessionUpdate}.
 */
@NullMarked
package io.acp4j.schema.v1.update;

import org.jspecify.annotations.NullMarked;
