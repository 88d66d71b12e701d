/**
 * What only version 2 of the protocol asks of agents.
 *
 * <p><b>The rule.</b> What both versions have is tested by the scenarios of {@code io.acp4j.tck.internal.agent}, which speak
 * through the dialect of the connection; here is the rest.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.tck.internal.agent.v2.V2Suite} lists all of it, {@link
 * io.acp4j.tck.internal.agent.v2.Rules} has the monitors.
 */
@NullMarked
package io.acp4j.tck.internal.agent.v2;

import org.jspecify.annotations.NullMarked;
