/**
 * Our client, driven through named checks against the scripted agent.
 *
 * <p><b>The rule.</b> {@code peers/README.md} says what that does. A check has one name, ends as {@code ok} or {@code not
 * ok}, and is the same whichever SDK the agent is made with.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.interop.client.InteropClient} runs them, {@link io.acp4j.interop.client.Check}
 * is one of them; {@link io.acp4j.interop.client.PromptChecks} is a good example.
 */
@NullMarked
package io.acp4j.interop.client;

import org.jspecify.annotations.NullMarked;
