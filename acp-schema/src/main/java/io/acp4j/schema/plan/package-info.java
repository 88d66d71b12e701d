/** The entries of the plan that an agent shows to its user. */
@NullMarked
package io.acp4j.schema.plan;

import org.jspecify.annotations.NullMarked;
