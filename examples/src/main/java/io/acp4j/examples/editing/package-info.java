/**
 * The main task of a client with forks: edit a prompt, compare the answers, and regenerate one.
 *
 * <p><b>The rule.</b> The original session stays unchanged: each edit and each regenerated answer is a fork.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.examples.editing.EditAndFork} runs all steps in order.
 */
@NullMarked
package io.acp4j.examples.editing;

import org.jspecify.annotations.NullMarked;
