/**
 * Agents for tests. {@link io.acp4j.client.testing.RawAgent} sends and expects JSON, right or wrong.
 */
@NullMarked
package io.acp4j.client.testing;

import org.jspecify.annotations.NullMarked;
