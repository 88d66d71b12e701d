/**
 * What a scenario works with: connections to the subject, and a place for what was found.
 *
 * <p><b>The rule.</b> Every wait ends, and a subject that does nothing is a finding, not a failure of the kit. Scenarios say
 * what they want in either version; a {@link io.acp4j.tck.internal.probe.Dialect} writes it.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.tck.internal.probe.Scenario} is what is run, {@link
 * io.acp4j.tck.internal.probe.Probe} what it gets; {@link io.acp4j.tck.internal.probe.Link} is one connection, {@link
 * io.acp4j.tck.internal.probe.Findings} collects what was found.
 */
@NullMarked
package io.acp4j.tck.internal.probe;

import org.jspecify.annotations.NullMarked;
