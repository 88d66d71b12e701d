/**
 * What a run of the conformance kit is told: the {@linkplain io.acp4j.tck.Subject subject} and the
 * {@linkplain io.acp4j.tck.Settings settings}. Tests extend {@link io.acp4j.tck.junit.AgentConformanceTest}; everybody else
 * uses the command line of {@code acp-tck.jar}.
 */
@NullMarked
package io.acp4j.tck;

import org.jspecify.annotations.NullMarked;
