/** Agents that tests play by hand. */
@NullMarked
package io.acp4j.client.testing;

import org.jspecify.annotations.NullMarked;
