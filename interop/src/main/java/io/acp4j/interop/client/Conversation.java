package io.acp4j.interop.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.client.ClientSession;
import io.acp4j.interop.client.Agents.Peer;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.session.ForkSessionRequest;
import io.acp4j.schema.session.LoadSessionRequest;
import io.acp4j.schema.session.NewSessionRequest;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.UserMessageChunk;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A session and what was said in it.
 *
 * @param session the session
 * @param transcript all its updates
 */
record Conversation(ClientSession session, Transcript transcript) {

    static final String CWD = "/project";

    static Conversation open(Peer peer) {
        return open(peer, NewSessionRequest.builder(CWD).build());
    }

    static Conversation open(Peer peer, NewSessionRequest request) {
        Transcript transcript = new Transcript();
        return new Conversation(peer.client().newSession(request, transcript), transcript);
    }

    /** Opens the session again, replaying its history into a new transcript. */
    static Conversation load(Peer peer, ClientSession session) {
        Transcript transcript = new Transcript();
        LoadSessionRequest request =
                LoadSessionRequest.builder(session.id(), CWD).build();
        return new Conversation(peer.client().loadSession(request, transcript), transcript);
    }

    static Conversation fork(Peer peer, ForkSessionRequest request) {
        Transcript transcript = new Transcript();
        return new Conversation(peer.client().forkSession(request, transcript), transcript);
    }

    Exchange say(String text) {
        return say(List.of(ContentBlock.text(text)));
    }

    /** Runs one turn; that the agent repeats the prompt unchanged is looked at on the way. */
    Exchange say(List<ContentBlock> blocks) {
        int start = transcript.size();
        PromptResponse response = session.prompt(blocks);
        Exchange exchange = new Exchange(transcript.since(start), response.stopReason());
        assertThat(exchange.of(UserMessageChunk.class))
                .as("the prompt's blocks come back")
                .extracting(UserMessageChunk::content)
                .containsExactlyElementsOf(blocks);
        assertThat(exchange.messages(UserMessageChunk.class))
                .as("the echo is one message with an id")
                .singleElement()
                .extracting(Exchange.Message::id)
                .isNotNull();
        return exchange;
    }

    /** Starts the turn that waits until it is cancelled, and waits until it does so. */
    CompletableFuture<PromptResponse> startSlowTurn() throws Exception {
        CompletableFuture<PromptResponse> turn = session.promptAsync("slow");
        transcript.await(update -> update instanceof AgentMessageChunk chunk
                && Exchange.text(chunk).equals("waiting"));
        return turn;
    }

    /** The current mode, as our client knows it. */
    String mode() {
        return Expect.present(session.modes(), "modes").currentModeId().value();
    }

    String context() {
        return say("context").text().replace("context: ", "");
    }
}
