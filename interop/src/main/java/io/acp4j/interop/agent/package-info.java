/** The scripted agent of the interop tests, the twin of {@code agent.mjs}; {@code peers/README.md} is its contract. */
@NullMarked
package io.acp4j.interop.agent;

import org.jspecify.annotations.NullMarked;
