/**
 * Messages as trees: ids of both hops, requests in flight, what was lost. Knows no method but those that name a request:
 * {@code $/cancel_request}, {@code elicitation/create}.
 */
@NullMarked
package io.acp4j.proxy.internal.bridge.wire;

import org.jspecify.annotations.NullMarked;
