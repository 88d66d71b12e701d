/**
 * The conversation of a session, put together from the updates that report it.
 *
 * <p>{@link io.acp4j.client.transcript.SessionTranscript} takes updates one by one and says what each of them changed;
 * {@link io.acp4j.client.transcript.Conversation} is what there is to show at one moment: messages, tool calls and notices in
 * the order in which they began, and the plan, commands, mode, options, usage and title beside them. A client that is built
 * with {@link io.acp4j.client.AcpClientBuilder#transcripts} keeps one for each session.
 *
 * <p>Chunks that carry a message id belong to the message of that id and type, wherever they come. Chunks without an id
 * continue the message before them until another message, a tool call, a plan, a compaction or the end of the turn comes
 * between. Tool calls are found by their id; an update
 * changes what it names and leaves the rest.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/prompt-turn">the specification</a>
 */
@NullMarked
package io.acp4j.client.transcript;

import org.jspecify.annotations.NullMarked;
