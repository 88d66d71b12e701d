/**
 * What an agent author builds an agent with. Start at {@link io.acp4j.agent.AcpAgent}; only its builder knows what
 * implements these interfaces.
 *
 * <p>This is a complete agent; over the standard streams of its process it works in any editor that speaks the protocol:
 *
 * <pre>{@code
 * AcpAgent.builder("echo-agent", "1.0.0")
 *         .onPrompt(turn -> turn.say("You said: " + turn.text()))
 *         .build()
 *         .serve(StdioTransport.ofProcessStreams())
 *         .awaitClosed();
 * }</pre>
 *
 * <p><b>Agents.</b> An {@link io.acp4j.agent.AcpAgent} is a set of handlers. Adding a handler advertises what it makes
 * possible; what has none gets error -32601. One agent serves any number of clients, each over an {@link
 * io.acp4j.agent.AgentConnection}.
 *
 * <p><b>Turns.</b> A prompt of the user starts a {@link io.acp4j.agent.Turn}, which the prompt handler fills: it says
 * things, thinks, shows a plan and tool calls, asks for permission. The turn makes the ids of messages, keeps the order of
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
 * <p><b>Sessions.</b> A {@link io.acp4j.agent.SessionOpener} opens a session: a new one, a stored one, a fork. It attaches
 * the author's own state to the {@link io.acp4j.agent.SessionSetup}, and has updates sent right after its response. Without
 * one, new sessions are open to prompts and remember nothing.
 *
 * <p><b>Stored sessions.</b> {@link io.acp4j.agent.AcpAgentBuilder#conversations} keeps sessions in a store: they are listed,
 * loaded, resumed, forked and deleted from there, turns are stored as they go, and {@link io.acp4j.agent.Turn#history} is what
 * a model is to see.
 *
 * <p><b>The client</b> is a typed peer: {@link io.acp4j.agent.SessionClient} reads and writes files, runs programs in
 * terminals and asks the user, in blocking and asynchronous forms. What the client has not advertised is refused here,
 * before anything is sent.
 *
 * <p><b>Low level.</b> {@link io.acp4j.agent.AcpAgentBuilder#onRequest} handles any method, those of extensions included, and
 * takes the place of what this package does about it.
 *
 * <p>The seams ({@code Turn}, {@code AgentSession}, {@code SessionClient} and others) are interfaces, so that handlers can be
 * tested without a connection.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/overview">the specification</a>
 */
@NullMarked
package io.acp4j.agent;

import org.jspecify.annotations.NullMarked;
