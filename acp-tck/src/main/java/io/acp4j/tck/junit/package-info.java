/** Conformance as a JUnit test: extend {@link io.acp4j.tck.junit.AgentConformanceTest} and name the subject. */
@NullMarked
package io.acp4j.tck.junit;

import org.jspecify.annotations.NullMarked;
