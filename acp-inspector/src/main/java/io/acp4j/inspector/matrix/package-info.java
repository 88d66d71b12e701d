/**
 * What several agents offer, side by side.
 *
 * <p><b>The rule.</b> An agent is taken at its word: what its response to {@code initialize} says, by path, and nothing else.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.inspector.matrix.Offers} reads a response, {@link
 * io.acp4j.inspector.matrix.MatrixRun} asks all agents for the page.
 */
@NullMarked
package io.acp4j.inspector.matrix;

import org.jspecify.annotations.NullMarked;
