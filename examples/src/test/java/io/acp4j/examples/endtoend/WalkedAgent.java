package io.acp4j.examples.endtoend;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AcpAgentBuilder;
import io.acp4j.agent.AgentSession;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.SessionServiceOptions;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.CompactionId;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.mode.SessionMode;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.CompactionStatus;
import io.acp4j.schema.update.CompactionSummaryChunk;
import io.acp4j.schema.update.CompactionUpdate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The agent of a walk: what it says follows from the words of the prompt. */
final class WalkedAgent {

    /** Its modes, the first one first. */
    static final String[] MODES = {"ask", "code", "plan"};

    /** What it says without having been asked. */
    static final String BY_ITSELF = "by itself";

    private static final ErrorCode[] REASONS = {
        ErrorCode.INVALID_PARAMS, ErrorCode.INTERNAL_ERROR, ErrorCode.AUTH_REQUIRED, new ErrorCode(-32050)
    };

    private final Map<SessionId, AgentSession> sessions = new ConcurrentHashMap<>();
    private final AtomicInteger added = new AtomicInteger();
    private volatile CountDownLatch gate = new CountDownLatch(0);

    AcpAgentBuilder builder(SessionRepository repository, boolean echo, boolean replayOnFork) {
        return AcpAgent.builder()
                .info("walked", "1")
                .sessions(
                        repository,
                        SessionServiceOptions.builder()
                                .replayOnFork(replayOnFork)
                                .build())
                .echoUserMessages(echo)
                .modes(mode(MODES[0]), mode(MODES[1]), mode(MODES[2]))
                .onSetMode((request, session) -> {})
                .sessionListener((session, origin) -> sessions.put(session.id(), session))
                .onPromptReceived((request, session) -> refuse(request.prompt().toString()))
                .onPrompt(this::answer);
    }

    private static SessionMode mode(String id) {
        return new SessionMode(new SessionModeId(id), id, null, null);
    }

    AgentSession session(SessionId id) {
        return Objects.requireNonNull(sessions.get(id));
    }

    /** Adds a summary by itself, as a tool of its model would. */
    void graft(SessionId id, MessageId from, @Nullable MessageId into) {
        session(id).tree().graft(from, into, new SessionTree.Summary(own(id), BY_ITSELF));
    }

    /** Returns an id for what it adds by itself. */
    private MessageId own(SessionId id) {
        return new MessageId(id + ".own" + added.incrementAndGet());
    }

    /** Says something outside of any turn. */
    void say(SessionId id) {
        session(id).update(AgentMessageChunk.text(own(id), BY_ITSELF));
    }

    /** Adds a message by itself, behind another one or where the session goes on. */
    void append(SessionId id, @Nullable MessageId under) {
        HistoryEntry.Draft message = HistoryEntry.Draft.agent(own(id), BY_ITSELF);
        if (under == null) {
            session(id).tree().append(List.of(message));
        } else {
            session(id).tree().append(message, SessionTree.Position.after(under));
        }
    }

    /** Keeps prompts with the word "hold" from ending, until {@link #letGo}. */
    void hold() {
        gate = new CountDownLatch(1);
    }

    void letGo() {
        gate.countDown();
    }

    /** Refuses prompts with the word "refuse" for one of several reasons, before they are stored. */
    private static void refuse(String prompt) {
        if (prompt.contains("refuse")) {
            throw new AcpErrorException(
                    REASONS[Math.floorMod(prompt.hashCode(), REASONS.length)], "The prompt is refused", null);
        }
    }

    private void answer(PromptTurn turn) throws InterruptedException {
        String text = turn.text();
        if (text.startsWith("fail")) {
            throw new AcpErrorException(ErrorCode.INTERNAL_ERROR, "The model is overloaded", null);
        }
        if (text.contains("think")) {
            turn.think("hm");
        }
        if (text.contains("tool")) {
            turn.say("looking");
            turn.toolCall("look", ToolKind.READ).complete();
        }
        if (text.contains("two")) {
            turn.say("first");
            turn.endMessage();
        }
        if (text.contains("compact")) {
            CompactionId id = new CompactionId(turn.userMessageId() + ".compaction");
            turn.update(CompactionUpdate.of(id, CompactionStatus.IN_PROGRESS));
            turn.update(CompactionSummaryChunk.of(id, TextContent.of("in short")));
            turn.update(CompactionUpdate.of(id, CompactionStatus.COMPLETED));
        }
        if (text.contains("hold")) {
            turn.say("held");
            try (var unused = turn.cancellation().onCancel(this::letGo)) {
                gate.await();
            }
        }
        if (text.endsWith("fail")) {
            turn.say("half");
            throw new AcpErrorException(ErrorCode.AUTH_REQUIRED, "The token has expired", null);
        }
        if (!text.contains("nothing")) {
            turn.say("re ");
            turn.usage(text.length(), 100);
            turn.say(text);
        }
    }
}
