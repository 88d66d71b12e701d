/**
 * What is tested of clients: the kit plays the agent that the client has started, and has the client's driver do what a user
 * would.
 *
 * <p><b>The rule.</b> The kit behaves well unless a scenario is about an agent that does not. A client is known by its
 * messages, and by what its driver says that it shows.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.tck.internal.client.ClientSuite} lists scenarios and monitors; {@link
 * io.acp4j.tck.internal.client.Stage} is one run of a client, {@link io.acp4j.tck.internal.client.Driver} its user.
 */
@NullMarked
package io.acp4j.tck.internal.client;

import org.jspecify.annotations.NullMarked;
