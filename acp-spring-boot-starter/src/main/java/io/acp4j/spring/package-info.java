/**
 * Agents and clients as beans of Spring Boot applications.
 *
 * <p><b>The rule.</b> Everything that is made here gives way to a bean of the application, and what needs an optional
 * library is made only where that is.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.spring.AcpApplication#run} serves an agent on the standard streams; {@link
 * io.acp4j.spring.AcpAgentCustomizer}, {@link io.acp4j.spring.AcpClientCustomizer} and {@link
 * io.acp4j.spring.AcpConnectionCustomizer} add to what is made.
 *
 * <p>A bean of type {@link io.acp4j.agent.PromptHandler} makes an agent. The property {@code acp.agent.http.path} serves it
 * over Streamable HTTP and WebSockets on the application's own port, {@code acp.agent.websocket.path} on a WebSocket of the
 * servlet container alone. The property {@code acp.client.command} makes a client of the agent that it names.
 */
@NullMarked
package io.acp4j.spring;

import org.jspecify.annotations.NullMarked;
