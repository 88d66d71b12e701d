/**
 * What only version 2 of the protocol asks of clients.
 *
 * <p><b>The rule.</b> What both versions have is tested by the scenarios of {@code io.acp4j.tck.internal.client}, whose
 * played agent speaks either; here is the rest.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.tck.internal.client.v2.ClientSuites} lists what is tested in each version,
 * {@link io.acp4j.tck.internal.client.v2.OfferRules} is its monitor.
 */
@NullMarked
package io.acp4j.tck.internal.client.v2;

import org.jspecify.annotations.NullMarked;
