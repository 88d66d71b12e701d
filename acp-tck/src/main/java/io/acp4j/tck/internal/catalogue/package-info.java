/**
 * The requirements, and what a subject has said of itself that decides which of them apply to it.
 *
 * <p><b>The rule.</b> A requirement is one sentence with its source and its level, and the table that it is read from is its
 * documentation. No scenario is known here.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.tck.internal.catalogue.Catalogue} reads the table of {@link
 * io.acp4j.tck.internal.catalogue.Requirement}s; {@link io.acp4j.tck.internal.catalogue.Profile} is what a subject said of
 * itself.
 */
@NullMarked
package io.acp4j.tck.internal.catalogue;

import org.jspecify.annotations.NullMarked;
