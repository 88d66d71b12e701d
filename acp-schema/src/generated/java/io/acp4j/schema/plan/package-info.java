// Written by build-support/write-types from src/protocol/plan.yaml: change that, not this.
/**
 * The plan that an agent shows to its user: a list of tasks, a text, or a file.
 *
 * <p><b>The rule.</b> A plan always comes as a whole and replaces the one before. Which update carries it is in {@code
 * io.acp4j.schema.update}.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.schema.plan.PlanEntry} is one task, {@link
 * io.acp4j.schema.plan.PlanUpdateContent} a plan with an id.
 */
@NullMarked
package io.acp4j.schema.plan;

import org.jspecify.annotations.NullMarked;
