/**
 * Where the person sits: a terminal, or a pipe.
 *
 * <p><b>The rule.</b> Knows nothing of agents or sessions: lines come in and text goes out, the same on both.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.cli.chat.screen.Screen} is what all else uses, {@link
 * io.acp4j.cli.chat.screen.Screens} finds out which one there is.
 */
@NullMarked
package io.acp4j.cli.chat.screen;

import org.jspecify.annotations.NullMarked;
