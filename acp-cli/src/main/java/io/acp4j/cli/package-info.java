/**
 * The command {@code acp}, which contains the programs of this project.
 *
 * <p><b>The rule.</b> A command reads its options, calls the module that does the work, and chooses the exit code.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.cli.Main} is the entry point.
 */
@NullMarked
package io.acp4j.cli;

import org.jspecify.annotations.NullMarked;
