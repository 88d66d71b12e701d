/**
 * Conformance as a JUnit test, in the build of the agent or client that is certified.
 *
 * <p><b>The rule.</b> Each scenario is a test of its own, and what a test says is what the report says. JUnit is brought by
 * the build that runs it.
 *
 * <p><b>Where to start.</b> Extend {@link io.acp4j.tck.junit.AgentConformanceTest} or {@link
 * io.acp4j.tck.junit.ClientConformanceTest} and name the subject.
 */
@NullMarked
package io.acp4j.tck.junit;

import org.jspecify.annotations.NullMarked;
