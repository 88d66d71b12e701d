/**
 * The API for writing agents.
 *
 * <p><b>The rule.</b> It names no version of the protocol, and only {@link io.acp4j.agent.AcpAgent} and its builder know the
 * implementations of these interfaces. What the protocol has not settled is
 * marked {@link io.acp4j.schema.Unstable}.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.agent.AcpAgent} has a builder with all handlers, and {@link io.acp4j.agent.PromptTurn} is
 * what a prompt handler works with.
 *
 * <p>This is a complete agent. On the standard streams of its process it works in any editor that speaks the protocol:
 *
 * <pre>{@code
 * AcpAgent.builder().info("echo-agent", "1.0.0")
 *         .onPrompt(turn -> turn.say("You said: " + turn.text()))
 *         .build()
 *         .serve(StdioTransport.ofProcessStreams())
 *         .awaitClosed();
 * }</pre>
 *
 * <p><b>Agents.</b> An {@link io.acp4j.agent.AcpAgent} is a set of handlers. Adding a handler advertises its
 * capability; a method without a handler gets error -32601. One agent serves any number of clients, each over an {@link
 * io.acp4j.agent.AgentConnection}.
 *
 * <p><b>Turns.</b> A prompt starts a {@link io.acp4j.agent.PromptTurn}. The prompt handler uses it to send messages and thoughts,
 * show a plan and tool calls, and ask for permission. The turn creates message ids, keeps the order of
 * what is sent, and ends when the handler returns:
 *
 * <pre>{@code
 * .onPrompt(turn -> {
 *     ToolCallHandle call = turn.toolCall("Read the build file", ToolKind.READ).location("/project/pom.xml");
 *     if (!turn.requestPermission(call, PermissionOption.allowOnce("yes", "Allow")).isAllowed()) {
 *         call.fail("The user does not want this.");
 *         return;
 *     }
 *     String file = turn.client().readTextFile("/project/pom.xml");
 *     call.complete(file.length() + " characters");
 *     turn.say("The build file has " + file.lines().count() + " lines.");
 * })
 * }</pre>
 *
 * <p>There is one turn at a time in each session, and sessions do not hold up each other. {@code session/cancel} cancels
 * the turn's token; the turn still ends when its handler does, and its response says cancelled however the handler ends.
 *
 * <p><b>Sessions.</b> A handler of {@code session/new}, {@code load}, {@code resume} or {@code fork} opens a session. It can attach
 * state to the {@link io.acp4j.agent.SessionContext} and send updates right after the response. Without
 * one, new sessions accept prompts and remember nothing.
 *
 * <p><b>Stored sessions.</b> {@link io.acp4j.agent.AcpAgentBuilder#sessions} keeps sessions in a store: they are listed,
 * loaded, resumed, forked and deleted from there, turns are stored as they run, and {@link io.acp4j.agent.PromptTurn#history} is what
 * the model should see.
 *
 * <p><b>The client</b> is a typed peer: {@link io.acp4j.agent.SessionClient} reads and writes files, runs programs in
 * terminals and asks the user, in blocking and asynchronous forms. A call that the client has not advertised fails
 * before anything is sent.
 *
 * <p><b>Low level.</b> {@link io.acp4j.agent.AcpAgentBuilder#onRequest} handles any method, including those of extensions, and
 * replaces this package's own handling.
 *
 * <p>{@code PromptTurn}, {@code AgentSession}, {@code SessionClient} and others are interfaces, so that handlers can be
 * tested without a connection.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/overview">the specification</a>
 */
@NullMarked
package io.acp4j.agent;

import org.jspecify.annotations.NullMarked;
