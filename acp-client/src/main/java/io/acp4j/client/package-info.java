/**
 * What a client author drives agents with.
 *
 * <p>A complete client, which starts an agent as a child process (the transport is in the module
 * {@code acp-transport-stdio}), asks it one thing and shows what it says:
 *
 * <pre>{@code
 * try (AcpClient client = AcpClient.builder(StdioTransport.launch("my-agent", "--acp"))
 *         .info("my-client", "1.0.0")
 *         .onUpdate((session, update) -> {
 *             if (update instanceof AgentMessageChunk chunk && chunk.content() instanceof TextContent text) {
 *                 System.out.print(text.text());
 *             }
 *         })
 *         .onPermission(request -> RequestPermissionResponse.selected(request.options().get(0).optionId()))
 *         .connect()) {
 *     ClientSession session = client.newSession(Path.of("/project"));
 *     PromptResponse end = session.prompt("Fix the failing test");
 *     System.out.println("\n" + end.stopReason());
 * }
 * }</pre>
 *
 * <p>{@link io.acp4j.client.AcpClientBuilder} says what the client does for the agent: each handler that is registered
 * advertises its capability. {@link io.acp4j.client.AcpClient} is the agent as a typed peer, and
 * {@link io.acp4j.client.ClientSession} a conversation with it. When a prompt returns, all that the agent said before its
 * answer has been handled. {@link io.acp4j.client.ClientSession#startTurn(String)} returns one turn, whose updates can be
 * iterated over, and {@link io.acp4j.client.ClientSession#transcript()} the conversation
 * that all of them make.
 *
 * <p>Everything fails with an {@link io.acp4j.rpc.AcpException}: error answers as
 * {@link io.acp4j.rpc.AcpErrorException}, of which {@link io.acp4j.client.AuthenticationRequiredException} names the ways
 * to authenticate; what the agent has not advertised as {@link io.acp4j.rpc.UnsupportedCapabilityException}, with nothing
 * sent; a second prompt beside a running turn, in version 1 of the protocol, as {@link io.acp4j.client.TurnInProgressException}; the end of the agent as
 * {@link io.acp4j.rpc.ConnectionClosedException}.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/overview">the specification</a>
 */
@NullMarked
package io.acp4j.client;

import org.jspecify.annotations.NullMarked;
