/** Conformance as a JUnit test: extend {@link io.acp4j.tck.junit.AgentConformanceTest} or
 * {@link io.acp4j.tck.junit.ClientConformanceTest} and name the subject. */
@NullMarked
package io.acp4j.tck.junit;

import org.jspecify.annotations.NullMarked;
