/**
 * Connections that are replaced when they are lost.
 *
 * <p><b>The rule.</b> Nothing is sent a second time: what was under way when a connection was lost fails, and the application is
 * told what that was.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.client.supervise.SupervisedAgent} restarts an agent that has died, or reconnects a lost socket, reopens
 * the sessions, and reports to the application what was lost:
 *
 * <pre>{@code
 * SupervisedAgent agent = SupervisedAgent.builder(() -> StdioTransport.launch("my-agent", "--acp"))
 *         .client(builder -> builder.info("my-client", "1.0.0").onUpdate(view))
 *         .listener(new SupervisorListener() {
 *             public void onRestored(Restoration restoration) {
 *                 restoration.sessions().forEach(view::continueWith);
 *             }
 *         })
 *         .start();
 * }</pre>
 */
@NullMarked
package io.acp4j.client.supervise;

import org.jspecify.annotations.NullMarked;
