// Written by build-support/write-types from src/protocol/mode.yaml: change that, not this.
/**
 * The modes that a session can be in, such as asking first or acting on its own.
 *
 * <p><b>The rule.</b> The agent decides which modes there are. Version 2 has no modes of its own: there they are an
 * option of {@code io.acp4j.schema.config}.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.schema.mode.SessionModeState} is what an agent offers, {@link
 * io.acp4j.schema.mode.SetSessionModeRequest} changes it.
 */
@NullMarked
package io.acp4j.schema.mode;

import org.jspecify.annotations.NullMarked;
