/**
 * What both peers of the interop tests share: the names of their extension methods.
 *
 * <p><b>The rule.</b> Peers on other SDKs have the same names written down; {@code peers/README.md} lists them.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.interop.ExtensionMethods} is all there is.
 */
@NullMarked
package io.acp4j.interop;

import org.jspecify.annotations.NullMarked;
