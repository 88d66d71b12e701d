/** What only version 2 of the protocol asks of agents. */
@NullMarked
package io.acp4j.tck.internal.agent.v2;

import org.jspecify.annotations.NullMarked;
