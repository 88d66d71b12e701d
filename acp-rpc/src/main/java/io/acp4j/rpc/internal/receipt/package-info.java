/**
 * Responses that do not name their request: the request that they end, and the signs of its receipt.
 *
 * <p><b>The rule.</b> Knows sessions and times, but neither frames nor threads, so that connections and bridges share it.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.rpc.internal.receipt.UnnamedResponseRule#take} is called for each such response.
 */
@NullMarked
package io.acp4j.rpc.internal.receipt;

import org.jspecify.annotations.NullMarked;
