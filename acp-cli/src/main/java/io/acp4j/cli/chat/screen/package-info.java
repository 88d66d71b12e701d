/**
 * Input and output of the user, on a terminal or in a pipe.
 *
 * <p><b>The rule.</b> This package depends on no agent and no session. Its callers use terminals and pipes in the same way.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.cli.chat.screen.Screen} is the interface for callers, {@link
 * io.acp4j.cli.chat.screen.Screens} selects the implementation.
 */
@NullMarked
package io.acp4j.cli.chat.screen;

import org.jspecify.annotations.NullMarked;
