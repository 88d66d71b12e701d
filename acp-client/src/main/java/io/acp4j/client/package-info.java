/**
 * The API for writing clients, which drive agents.
 *
 * <p><b>The rule.</b> It names no version of the protocol. Nothing is sent that the agent has not advertised, and whatever fails
 * is an {@link io.acp4j.rpc.AcpException}.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.client.AcpClientBuilder} describes what the client does for the agent: each handler
 * advertises its capability. {@link io.acp4j.client.AcpClient} is the connection to the agent, and
 * {@link io.acp4j.client.ClientSession} a conversation with it.
 *
 * <p>This is a complete client. It starts an agent as a child process (the transport is in the module
 * {@code acp-transport-stdio}), prompts it once and prints its messages:
 *
 * <pre>{@code
 * try (AcpClient client = AcpClient.builder(StdioTransport.launch("my-agent", "--acp"))
 *         .info("my-client", "1.0.0")
 *         .onUpdate((session, update) -> {
 *             if (update instanceof AgentMessageChunk chunk && chunk.content() instanceof TextContent text) {
 *                 System.out.print(text.text());
 *             }
 *         })
 *         .onPermission((request, context) -> RequestPermissionResponse.selected(request.options().get(0).optionId()))
 *         .connect()) {
 *     ClientSession session = client.newSession(Path.of("/project"));
 *     PromptResponse end = session.prompt("Fix the failing test");
 *     System.out.println("\n" + end.stopReason());
 * }
 * }</pre>
 *
 * <p>When a prompt returns, all updates that the agent sent before
 * its response have been handled. {@link io.acp4j.client.ClientSession#startTurn(String)} returns a turn, whose updates can be
 * iterated over, and {@link io.acp4j.client.ClientSession#transcript()} the conversation that is assembled from all updates.
 *
 * <p>{@link io.acp4j.client.ClientSession#forks()} forks a session: at a message, before one to edit it, or with another response. {@link
 * io.acp4j.client.AcpClient#sessionTree()} shows each fork below its source, and {@link io.acp4j.client.ClientSession#branches()} works
 * with the branches inside one session.
 *
 * <p>An error response is an
 * {@link io.acp4j.rpc.AcpErrorException}; its subclass {@link io.acp4j.client.AuthenticationRequiredException} lists the methods
 * of authentication. A call that the agent has not advertised is an {@link io.acp4j.rpc.UnsupportedCapabilityException}, a second
 * prompt during a turn of version 1 a {@link io.acp4j.client.TurnInProgressException}; nothing is sent for either. The end of
 * the agent is a {@link io.acp4j.rpc.ConnectionClosedException}.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/overview">the specification</a>
 */
@NullMarked
package io.acp4j.client;

import org.jspecify.annotations.NullMarked;
