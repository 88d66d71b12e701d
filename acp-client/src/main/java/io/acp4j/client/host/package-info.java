/**
 * Ready-made services that a client offers its agent. {@link io.acp4j.client.AcpClientBuilder#host} enables and advertises each
 * of them.
 *
 * <p><b>The rule.</b> Safe by default: nothing outside a session's directories is read or written, nothing is written or run
 * unless the application has said how that is decided, and what a session has started ends with it.
 *
 * <p><b>Where to start.</b> Each service has a class of its own:
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
