/**
 * Runs scenarios side by side and sums up what they found.
 *
 * <p><b>The rule.</b> A requirement has one result however many scenarios looked at it. Scenarios do not know each other,
 * and a fault of one is found again on a fresh connection before it counts.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.tck.internal.run.Runner} runs a {@link io.acp4j.tck.internal.run.Suite}; {@link
 * io.acp4j.tck.internal.run.Report} is what comes of it, {@link io.acp4j.tck.internal.run.Verdict} its one word.
 */
@NullMarked
package io.acp4j.tck.internal.run;

import org.jspecify.annotations.NullMarked;
