/**
 * Reports for people, build servers and badges.
 *
 * <p><b>The rule.</b> All reports are made of one: what is not in JSON is in none of them. What a subject has sent is shown
 * so that it can neither hide nor run.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.tck.internal.report.Reports} writes all files, {@link
 * io.acp4j.tck.internal.report.JsonReport} is what the others are made of.
 */
@NullMarked
package io.acp4j.tck.internal.report;

import org.jspecify.annotations.NullMarked;
