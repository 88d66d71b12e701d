/**
 * The program that a client under test starts as its agent: it connects its standard streams with the kit.
 *
 * <p><b>The rule.</b> It passes bytes on and understands none of them. It uses nothing but the JDK, so that it starts fast
 * and needs one class only.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.tck.internal.bridge.Bridge} is all there is; {@code
 * io.acp4j.tck.internal.launch} starts it.
 */
@NullMarked
package io.acp4j.tck.internal.bridge;

import org.jspecify.annotations.NullMarked;
