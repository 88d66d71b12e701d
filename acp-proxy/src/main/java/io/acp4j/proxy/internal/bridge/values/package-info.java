/**
 * Values that both versions know and write differently. Stateless: a tree in, a tree out.
 */
@NullMarked
package io.acp4j.proxy.internal.bridge.values;

import org.jspecify.annotations.NullMarked;
