/** Judges conversations that others have had, by what the kit looks for in every message. */
@NullMarked
package io.acp4j.tck.internal.conversation;

import org.jspecify.annotations.NullMarked;
