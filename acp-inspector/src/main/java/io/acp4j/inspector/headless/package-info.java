/**
 * What the page shows, for scripts: checks, figures, differences and replays of recordings, as text or JSON.
 *
 * <p><b>The rule.</b> A command ends with 0 when all is well, 1 when it is not, and 2 when it cannot tell. Nothing here
 * needs a page.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.inspector.headless.Report} has what the commands share; {@link
 * io.acp4j.inspector.headless.ValidateCommand} is the shortest of them.
 */
@NullMarked
package io.acp4j.inspector.headless;

import org.jspecify.annotations.NullMarked;
