/**
 * Agents and clients as beans of Spring Boot applications.
 *
 * <p>A bean of type {@link io.acp4j.agent.PromptHandler} makes an agent; {@link io.acp4j.spring.AcpApplication#run} serves it on
 * the standard streams, and the property {@code acp.agent.websocket.path} on a WebSocket of the servlet container. The property
 * {@code acp.client.command} makes a client of the agent that it names.
 */
@NullMarked
package io.acp4j.spring;

import org.jspecify.annotations.NullMarked;
