/**
 * What an agent reports about a session while it works: {@link io.acp4j.schema.update.SessionNotification} and the
 * kinds of {@link io.acp4j.schema.update.SessionUpdate}.
 */
@NullMarked
package io.acp4j.schema.update;

import org.jspecify.annotations.NullMarked;
