/**
 * The command that an editor starts instead of its agent.
 *
 * <p><b>The rule.</b> The output belongs to the agent, and the editor waits: a tap prints nothing and loads no library before the
 * agent runs.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.cli.tap.TapProcess} runs the agent.
 */
@NullMarked
package io.acp4j.cli.tap;

import org.jspecify.annotations.NullMarked;
