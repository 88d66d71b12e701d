/**
 * The sample agent: an agent without a model that shows every kind of message of the protocol on request.
 *
 * <p><b>The rule.</b> The content of an answer depends on the conversation and the settings of its session only, never on the time or on
 * chance. The agent changes no file of the user.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.cli.sample.SampleAgent} serves clients, {@link io.acp4j.cli.sample.ScenarioCatalog} lists
 * the commands.
 */
@NullMarked
package io.acp4j.cli.sample;

import org.jspecify.annotations.NullMarked;
