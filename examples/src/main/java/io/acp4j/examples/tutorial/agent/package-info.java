/**
 * The coding agent of the tutorial: a model behind any OpenAI-compatible address, tools that read and change files, and everything that
 * a client can show of them. {@link io.acp4j.examples.tutorial.agent.Steps} has the agent as it is after each step.
 */
@NullMarked
package io.acp4j.examples.tutorial.agent;

import org.jspecify.annotations.NullMarked;
