/**
 * The page: a local web server, one WebSocket for each open page, and the state that they show.
 *
 * <p><b>The rule.</b> Knows nothing of agents. It listens on the loopback address only, shows nothing without the token, and
 * sends a page the newest state, never a history of changes.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.inspector.page.PageServer} serves the page, {@link
 * io.acp4j.inspector.page.StateBoard} has the state, {@link io.acp4j.inspector.page.PageApi} does what a page asks for.
 */
@NullMarked
package io.acp4j.inspector.page;

import org.jspecify.annotations.NullMarked;
