/**
 * Ready-made services that a client offers its agent, safe by default. {@link io.acp4j.client.AcpClientBuilder#host} enables
 * and advertises each of them.
 *
 * <ul>
 *   <li>{@link io.acp4j.client.host.FileSystemService} reads and writes text files within the session's directories;
 *   <li>{@link io.acp4j.client.host.TerminalService} runs commands and leaves none of their processes running;
 *   <li>{@link io.acp4j.client.host.PermissionBroker} decides about tool calls by rules, remembered choices and the user;
 *   <li>{@link io.acp4j.client.host.ElicitationForms} has forms filled in and checks the answers.
 * </ul>
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/initialization#client-capabilities">the specification</a>
 */
@NullMarked
package io.acp4j.client.host;

import org.jspecify.annotations.NullMarked;
