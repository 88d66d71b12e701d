/** The scenarios for agents, one class for each area of the protocol. */
@NullMarked
package io.acp4j.tck.internal.agent;

import org.jspecify.annotations.NullMarked;
