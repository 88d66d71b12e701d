/**
 * The ways in which agents are given the message that a fork is to end with.
 *
 * <p><b>The rule.</b> What one way of naming a message has of its own is said in its {@link
 * io.acp4j.client.internal.dialect.ForkDialect}, and nowhere else; nothing here knows of sessions.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.client.internal.dialect.ForkDialects} chooses among the dialects of an agent.
 */
@NullMarked
package io.acp4j.client.internal.dialect;

import org.jspecify.annotations.NullMarked;
