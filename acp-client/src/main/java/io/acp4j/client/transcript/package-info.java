/**
 * The conversation of a session, assembled from its updates.
 *
 * <p><b>The rule.</b> What is handed out is immutable and cheap to keep, and what is kept has a limit: {@link
 * io.acp4j.client.transcript.TranscriptOptions}.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.client.transcript.SessionTranscript} reports what each update changed.
 * {@link io.acp4j.client.transcript.Conversation} is a snapshot to show: messages, tool calls and notices in
 * the order in which they began, with the plan, commands, mode, options, usage and title. A client that is built
 * with {@link io.acp4j.client.AcpClientBuilder#transcripts} keeps a transcript for each session.
 *
 * <p>Chunks with a message id belong to the message of that id and type, wherever they arrive. Chunks without an id
 * continue the previous message until another message, a tool call, a plan, a compaction or the end of the turn comes
 * between. Tool calls are identified by their id; an update changes the members that it contains and leaves the rest.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/prompt-turn">the specification</a>
 */
@NullMarked
package io.acp4j.client.transcript;

import org.jspecify.annotations.NullMarked;
