/**
 * Messages as trees: ids of both hops, requests in flight, what was lost.
 *
 * <p><b>The rule.</b> Knows no method but those that name a request, {@code $/cancel_request} and {@code elicitation/create},
 * and no version: those are decided by a {@link io.acp4j.proxy.internal.bridge.wire.Translator}.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.proxy.internal.bridge.wire.Wire} reads envelopes and knows what is in flight;
 * {@link io.acp4j.proxy.internal.bridge.wire.Surroundings} is what a translator works with.
 */
@NullMarked
package io.acp4j.proxy.internal.bridge.wire;

import org.jspecify.annotations.NullMarked;
