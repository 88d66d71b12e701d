/**
 * Values that both versions know and write differently.
 *
 * <p><b>The rule.</b> Stateless: a tree in, a tree out. What the other version cannot say is added to the losses that come
 * along.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.proxy.internal.bridge.values.ConfigOptions} is typical, {@link
 * io.acp4j.proxy.internal.bridge.values.Diffs} the hardest.
 */
@NullMarked
package io.acp4j.proxy.internal.bridge.values;

import org.jspecify.annotations.NullMarked;
