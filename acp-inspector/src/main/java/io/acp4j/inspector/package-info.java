/**
 * The inspector: a page with what it needs.
 *
 * <p><b>The rule.</b> The other packages do not know this one, nor each other more than they must: what page, log and agent
 * need of each other is connected here.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.inspector.Inspector} is an agent with its page, {@link io.acp4j.inspector.Viewer}
 * a page for conversations of others.
 */
@NullMarked
package io.acp4j.inspector;

import org.jspecify.annotations.NullMarked;
