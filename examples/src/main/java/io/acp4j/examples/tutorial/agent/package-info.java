/**
 * The coding agent of the tutorial: a model behind any OpenAI-compatible address, tools that read and change files, and
 * everything that a client can show of them.
 *
 * <p><b>The rule.</b> The tutorial is made of this code, piece by piece; what stands in a snippet is shown there as it is.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.examples.tutorial.agent.Steps} has the agent as it is after each step, {@link
 * io.acp4j.examples.tutorial.agent.TutorialAgent} is the finished program.
 */
@NullMarked
package io.acp4j.examples.tutorial.agent;

import org.jspecify.annotations.NullMarked;
