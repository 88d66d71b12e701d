/**
 * Agents for tests.
 *
 * <p>{@link io.acp4j.client.testing.FakeAgent} is a well-behaved agent that a script answers for; it is what tests of an
 * application want. {@link io.acp4j.client.testing.RawAgent} is played by hand in JSON, right or wrong.
 */
@NullMarked
package io.acp4j.client.testing;

import org.jspecify.annotations.NullMarked;
