/**
 * The scripted agent of the interop tests, the twin of {@code agent.mjs}.
 *
 * <p><b>The rule.</b> {@code peers/README.md} is its contract: what the other SDK's agent does on a word, this one does.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.interop.agent.InteropAgent} is the program, {@link
 * io.acp4j.interop.agent.Script} is what it does on one word.
 */
@NullMarked
package io.acp4j.interop.agent;

import org.jspecify.annotations.NullMarked;
