/**
 * Recordings against live agents, up to the first divergence.
 *
 * <p><b>The rule.</b> Two conversations are compared step by step: ids are counted, times are left out, chunks of one text are
 * one step, and what goes on in one session does not wait for another.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.inspector.replay.Steps} makes conversations comparable, {@link
 * io.acp4j.inspector.replay.Replay} plays a recording, {@link io.acp4j.inspector.replay.ReplayRun} does so for the page.
 */
@NullMarked
package io.acp4j.inspector.replay;

import org.jspecify.annotations.NullMarked;
