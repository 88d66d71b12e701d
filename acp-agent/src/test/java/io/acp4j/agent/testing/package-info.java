/**
 * Clients for tests, and contracts for stores. {@link io.acp4j.agent.testing.RawClient} sends and expects JSON, right or wrong.
 */
@NullMarked
package io.acp4j.agent.testing;

import org.jspecify.annotations.NullMarked;
