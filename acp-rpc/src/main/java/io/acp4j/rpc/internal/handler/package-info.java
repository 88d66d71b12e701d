/**
 * Fallback handlers for methods without a handler, the handler of message losses, and the cancellation of handlers.
 *
 * <p><b>The rule.</b> No type refers to another package of the engine.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.rpc.internal.handler.RequestFallback} handles the requests without a handler.
 */
@NullMarked
package io.acp4j.rpc.internal.handler;

import org.jspecify.annotations.NullMarked;
