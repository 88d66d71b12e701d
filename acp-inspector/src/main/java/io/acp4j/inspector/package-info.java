/**
 * The inspector: a page in the browser, and the server that it needs.
 *
 * <p><b>The rule.</b> The other packages do not know this one, nor each other more than they must: what page, log and agent
 * need of each other is connected here.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.inspector.Inspector} serves a page that drives an agent, {@link
 * io.acp4j.inspector.Viewer} serves a page that shows conversations of other clients.
 */
@NullMarked
package io.acp4j.inspector;

import org.jspecify.annotations.NullMarked;
