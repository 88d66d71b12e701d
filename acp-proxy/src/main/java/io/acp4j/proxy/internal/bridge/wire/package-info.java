/**
 * Messages as trees: ids of both hops, requests in flight, what was lost. Knows no method but {@code $/cancel_request}.
 */
@NullMarked
package io.acp4j.proxy.internal.bridge.wire;

import org.jspecify.annotations.NullMarked;
