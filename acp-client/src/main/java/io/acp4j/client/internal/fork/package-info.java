/**
 * Forks in the making: a fork is planned and checked against all that the agent advertises, then asked for.
 *
 * <p><b>The rule.</b> A session is known here by the API alone, so any client's sessions can be forked; what is sent
 * differently to different agents is left to a {@link io.acp4j.client.internal.dialect.ForkDialect}.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.client.internal.fork.DefaultSessionForks} implements the API. {@code ForkPlan} is one
 * fork from its check to its request, {@code ForkCut} is what it inherits.
 */
@NullMarked
package io.acp4j.client.internal.fork;

import org.jspecify.annotations.NullMarked;
