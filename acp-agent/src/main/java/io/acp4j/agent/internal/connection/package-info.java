/**
 * A connection of an agent, and everything that the author of the agent has decided about it.
 *
 * <p><b>The rule.</b> Nothing here knows what serves a method: handlers are kept here and called elsewhere.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.agent.internal.connection.AgentConfiguration} is what the author has decided, {@link
 * io.acp4j.agent.internal.connection.DefaultAgentConnection} a connection, whose client {@link
 * io.acp4j.agent.internal.connection.Introductions} gets to know.
 */
@NullMarked
package io.acp4j.agent.internal.connection;

import org.jspecify.annotations.NullMarked;
