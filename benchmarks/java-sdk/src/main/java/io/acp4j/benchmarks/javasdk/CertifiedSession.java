package io.acp4j.benchmarks.javasdk;

import com.agentclientprotocol.sdk.spec.AcpSchema.AgentMessageChunk;
import com.agentclientprotocol.sdk.spec.AcpSchema.SessionMode;
import com.agentclientprotocol.sdk.spec.AcpSchema.SessionModeState;
import com.agentclientprotocol.sdk.spec.AcpSchema.SessionUpdate;
import com.agentclientprotocol.sdk.spec.AcpSchema.TextContent;
import com.agentclientprotocol.sdk.spec.AcpSchema.UserMessageChunk;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/** A session of {@link CertifiedAgent}, in memory. */
final class CertifiedSession {

    /** A message that was said. */
    record Said(boolean byUser, String id, String text) {}

    private final String id;
    private final String cwd;
    private final List<Said> history = new ArrayList<>();
    private String mode = "ask";
    private int messages;
    private CountDownLatch cancelled = new CountDownLatch(1);

    CertifiedSession(String id, String cwd) {
        this.id = id;
        this.cwd = cwd;
    }

    String id() {
        return id;
    }

    String cwd() {
        return cwd;
    }

    synchronized SessionModeState modes(List<SessionMode> all) {
        return new SessionModeState(mode, all);
    }

    synchronized void setMode(String mode) {
        this.mode = mode;
    }

    synchronized String newMessageId() {
        return id + "-message-" + ++messages;
    }

    /** Starts a turn with what the user says. */
    synchronized void begin(String text) {
        cancelled = new CountDownLatch(1);
        history.add(new Said(true, newMessageId(), text));
    }

    synchronized void keep(String messageId, String text) {
        history.add(new Said(false, messageId, text));
    }

    synchronized List<Said> history() {
        return List.copyOf(history);
    }

    synchronized CountDownLatch cancellation() {
        return cancelled;
    }

    void cancel() {
        cancellation().countDown();
    }

    boolean isCancelled() {
        return cancellation().getCount() == 0;
    }

    void replay(Consumer<SessionUpdate> client) {
        for (Said said : history()) {
            TextContent content = new TextContent(said.text());
            client.accept(
                    said.byUser()
                            ? new UserMessageChunk("user_message_chunk", content, said.id())
                            : new AgentMessageChunk("agent_message_chunk", content, said.id()));
        }
    }
}
