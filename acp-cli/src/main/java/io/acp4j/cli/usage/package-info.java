/**
 * Help and error messages that all commands share.
 *
 * <p><b>The rule.</b> A mistake in the arguments is reported in one line, with a remedy and no stack trace, and the exit code is 2.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.cli.usage.UsageErrors} prints them.
 */
@NullMarked
package io.acp4j.cli.usage;

import org.jspecify.annotations.NullMarked;
