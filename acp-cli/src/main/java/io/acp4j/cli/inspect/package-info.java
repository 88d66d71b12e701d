/**
 * The commands that serve a page of the inspector.
 *
 * <p><b>The rule.</b> A command reads its options and serves the page; the module of the inspector does everything else.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.cli.inspect.InspectCommand} drives an agent, {@link io.acp4j.cli.inspect.OpenCommand}
 * shows recordings.
 */
@NullMarked
package io.acp4j.cli.inspect;

import org.jspecify.annotations.NullMarked;
