/**
 * Fallback handlers for requests and notifications of methods without a handler.
 *
 * <p><b>The rule.</b> Interfaces only, which refer to no other package of the engine.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.rpc.internal.handler.RequestFallback} handles the requests without a handler.
 */
@NullMarked
package io.acp4j.rpc.internal.handler;

import org.jspecify.annotations.NullMarked;
