// Written by build-support/write-types from src/protocol/config.yaml: change that, not this.
/**
 * The options that a user can set for a session, such as its model: what an agent offers and how a client chooses.
 *
 * <p><b>The rule.</b> A response or an update always has all options, since setting one may change others. An option of
 * an unknown kind is kept as it came.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.schema.config.SessionConfigOption} is an option with its present value,
 * {@link io.acp4j.schema.config.SetSessionConfigOptionRequest} sets it.
 */
@NullMarked
package io.acp4j.schema.config;

import org.jspecify.annotations.NullMarked;
