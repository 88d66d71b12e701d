/**
 * Programs between a client and an agent.
 *
 * <p><b>The rule.</b> Neither the client nor the agent needs to know of them; everything that is not of interest passes
 * unchanged.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.examples.proxy.SystemPromptProxy} changes one request, {@link
 * io.acp4j.examples.proxy.BetweenVersions} goes between two versions of the protocol.
 */
@NullMarked
package io.acp4j.examples.proxy;

import org.jspecify.annotations.NullMarked;
