/**
 * What several agents offer, and what was seen of them, side by side.
 *
 * <p><b>The rule.</b> What an agent offers is what its response to {@code initialize} says, by path, and nothing else. What was
 * seen of it is beside that, and not mixed with it.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.inspector.matrix.Offers} reads a response, {@link
 * io.acp4j.inspector.matrix.Observed} counts what was used, {@link io.acp4j.inspector.matrix.MatrixRun} asks all agents for the
 * page.
 */
@NullMarked
package io.acp4j.inspector.matrix;

import org.jspecify.annotations.NullMarked;
