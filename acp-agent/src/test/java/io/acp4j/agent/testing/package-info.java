/**
 * Clients for tests, and contracts for stores.
 *
 * <p>{@link io.acp4j.agent.testing.FakeClient} is a well-behaved client that remembers what it was shown and asked; it is what
 * tests of an agent want. {@link io.acp4j.agent.testing.RawClient} is played by hand in JSON, right or wrong.
 */
@NullMarked
package io.acp4j.agent.testing;

import org.jspecify.annotations.NullMarked;
