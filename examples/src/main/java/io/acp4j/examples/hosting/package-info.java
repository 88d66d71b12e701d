/**
 * A client that serves files, commands and permissions to its agent.
 *
 * <p><b>The rule.</b> The services are the ready-made ones, and nothing is changed or run before the person has agreed.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.examples.hosting.HostingClient} is all there is.
 */
@NullMarked
package io.acp4j.examples.hosting;

import org.jspecify.annotations.NullMarked;
