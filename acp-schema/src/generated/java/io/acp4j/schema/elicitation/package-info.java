// Written by build-support/write-types from src/protocol/elicitation.yaml: change that, not this.
/**
 * Requests of an agent for user input, in a form or on a web page.
 *
 * <p><b>The rule.</b> What is not understood is never consent: an unknown mode is not shown, and an unknown response is
 * not taken for acceptance.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.schema.elicitation.CreateElicitationRequest} asks, {@link
 * io.acp4j.schema.elicitation.ElicitationSchema} describes a form, {@link
 * io.acp4j.schema.elicitation.CreateElicitationResponse} has what became of it.
 */
@NullMarked
package io.acp4j.schema.elicitation;

import org.jspecify.annotations.NullMarked;
