/**
 * An agent and a client that do on request whatever can be done, to be certified by the kit.
 *
 * <p><b>The rule.</b> Built on the public API alone, so a requirement that they fail is a fault of the library or of these
 * examples.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.examples.conformance.ConformanceAgent} is the agent, whose {@link
 * io.acp4j.examples.conformance.Vocabulary} are the words of a prompt; {@link
 * io.acp4j.examples.conformance.ConformanceClient} is the client.
 */
@NullMarked
package io.acp4j.examples.conformance;

import org.jspecify.annotations.NullMarked;
