/**
 * Commands for scripts: checks, figures, differences and replays of recordings, as text or JSON.
 *
 * <p><b>The rule.</b> The exit code is 0 for success, 1 for a negative result, and 2 for an error. No command needs a page.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.cli.recording.ReportCommand} contains what the commands share; {@link
 * io.acp4j.cli.recording.ValidateCommand} is the shortest of them.
 */
@NullMarked
package io.acp4j.cli.recording;

import org.jspecify.annotations.NullMarked;
