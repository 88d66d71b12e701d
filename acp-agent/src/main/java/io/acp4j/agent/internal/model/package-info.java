/**
 * What adapters of libraries for language models have in common: the conversation of a branch without the types of any library,
 * and the loop of a model that calls tools.
 *
 * <p><b>The rule.</b> It uses the API of this module like any handler of prompts, and nothing here uses it: only the modules that
 * it is exported to do.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.agent.internal.model.ModelLoop} runs a turn, {@link
 * io.acp4j.agent.internal.model.ModelHistory} reads the branch.
 */
@NullMarked
package io.acp4j.agent.internal.model;

import org.jspecify.annotations.NullMarked;
