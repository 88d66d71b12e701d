/**
 * The bridge at work: two transports, the choice of versions, and what is passed on unchanged where both peers speak the same.
 *
 * <p>Rule: one lock around all that is decided; nobody waits for a peer while holding it.
 */
@NullMarked
package io.acp4j.proxy.internal.bridge;

import org.jspecify.annotations.NullMarked;
