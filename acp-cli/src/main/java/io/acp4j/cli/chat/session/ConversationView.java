package io.acp4j.cli.chat.session;

import io.acp4j.cli.chat.screen.Markdown;
import io.acp4j.cli.chat.screen.Screen;
import io.acp4j.cli.chat.screen.Style;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.SessionTranscript;
import io.acp4j.client.transcript.TranscriptChange;
import io.acp4j.client.transcript.TranscriptChange.Detail;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptToolCall;
import io.acp4j.rpc.Registration;
import io.acp4j.rpc.VisibleText;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.mode.SessionMode;
import io.acp4j.schema.mode.SessionModeState;
import org.jspecify.annotations.Nullable;

/** Shows the conversation of a session while it continues, without the messages of the user, which are already on the screen. */
public final class ConversationView {

    private static final String REFUSED = "(the prompt was refused and is not part of the conversation)";

    private static final String KEPT = "(the agent has stored the failed prompt, so it is part of the conversation)";

    private final Screen screen;
    private final ToolCallView toolCalls;
    private final AgentWork work;
    private @Nullable Registration subscription;
    private @Nullable Markdown running;
    private int runningPosition = -1;
    private long runningLength;
    private int next;
    private boolean history;
    private @Nullable String mode;

    /** Creates a view on a screen. */
    public ConversationView(Screen screen) {
        this.screen = screen;
        this.toolCalls = new ToolCallView(screen);
        this.work = new AgentWork(screen);
    }

    /**
     * Switches to a session. Shows the part of its transcript that is not inherited, without the messages of the user, and then new
     * messages.
     */
    public void show(SessionTranscript transcript) {
        turnTo(transcript, true);
    }

    /** Switches to a session or branch without a prompt so far. Messages before its first turn are history, and are not shown. */
    public void showOpened(SessionTranscript transcript) {
        turnTo(transcript, false);
        history = !transcript.snapshot().isTurnInProgress();
    }

    /** Switches to a session, and shows its new messages. */
    public void follow(SessionTranscript transcript) {
        turnTo(transcript, false);
    }

    /** Stops until the next switch to a session. */
    public synchronized void leave() {
        if (subscription != null) {
            subscription.close();
            subscription = null;
        }
    }

    /** Shows the buffered rest of a message that has ended. */
    public synchronized void rest() {
        endMessage();
    }

    /** Resets the last mode, so that the next one is shown even if it is the same. */
    synchronized void forgetMode() {
        mode = null;
    }

    /** Shows the mode of the session if it has changed. The agent may also report a mode that the user has selected. */
    synchronized void mode(String id, String name) {
        if (!id.equals(mode)) {
            mode = id;
            endMessage();
            screen.line("mode: " + VisibleText.line(name), Style.DIM);
        }
    }

    private synchronized void turnTo(SessionTranscript transcript, boolean all) {
        leave();
        endMessage();
        toolCalls.forget();
        work.forget();
        subscription = transcript.onChange(this::changed);
        Conversation now = transcript.snapshot();
        next = all
                ? Math.max(now.droppedEntries(), now.inheritedEntries())
                : now.droppedEntries() + now.entries().size();
        history = false;
        mode = now.modes() == null ? null : now.modes().currentModeId().value();
        if (all) {
            now.entries().forEach(entry -> added(entry, now));
        }
    }

    private synchronized void changed(TranscriptChange change, Conversation after) {
        if (change instanceof TranscriptChange.EntryAdded entry) {
            added(entry.entry(), after);
        } else if (change instanceof TranscriptChange.MessageExtended extended) {
            extended(extended.message(), extended.added());
        } else if (change instanceof TranscriptChange.EntryChanged entry) {
            if (entry.entry() instanceof TranscriptToolCall call) {
                endMessage();
                toolCalls.show(call);
            } else if (entry.entry() instanceof TranscriptEntry.RefusedPrompt) {
                endMessage();
                screen.line(REFUSED, Style.DIM);
            } else if (entry.before() instanceof TranscriptEntry.RefusedPrompt) {
                endMessage();
                screen.line(KEPT, Style.DIM);
            }
        } else if (change instanceof TranscriptChange.TerminalChanged terminal) {
            if (!history) {
                endMessage();
                work.show(terminal.terminal(), terminal.added());
            }
        } else if (change instanceof TranscriptChange.TurnEnded) {
            endMessage();
        } else if (change instanceof TranscriptChange.DetailChanged detail) {
            detail(detail.detail(), after);
        } else if (change instanceof TranscriptChange.TurnStarted) {
            history = false;
        } else if (change instanceof TranscriptChange.Replaced) {
            // The beginning of the conversation was replaced by earlier messages.
            next = after.droppedEntries() + after.entries().size();
        }
    }

    private void added(TranscriptEntry entry, Conversation conversation) {
        if (entry.position() < next) {
            return;
        }
        next = entry.position() + 1;
        if (history) {
            return;
        }
        endMessage();
        if (entry instanceof TranscriptMessage message) {
            begin(message, conversation);
        } else if (entry instanceof TranscriptToolCall call) {
            toolCalls.show(call);
        } else if (entry instanceof TranscriptEntry.AgentNotice notice) {
            screen.line("! " + VisibleText.line(notice.notice().title()), Style.BOLD);
        } else if (entry instanceof TranscriptEntry.Compaction) {
            screen.line("(the agent summarizes the earlier messages)", Style.DIM);
        } else if (entry instanceof TranscriptEntry.RefusedPrompt) {
            screen.line(REFUSED, Style.DIM);
        } else if (entry instanceof TranscriptEntry.Gap gap && !conversation.isInsideMessage(gap)) {
            screen.line(GapText.line(gap), Style.DIM);
        }
    }

    private void begin(TranscriptMessage message, Conversation conversation) {
        if (message.role() == MessageRole.USER) {
            return;
        }
        for (TranscriptMessage.Part part : conversation.parts(message)) {
            Markdown markdown = open(message);
            part.content().forEach(block -> append(markdown, block));
            if (part.gap() != null) {
                endMessage();
                screen.line(GapText.line(part.gap()), Style.DIM);
            }
        }
    }

    private Markdown open(TranscriptMessage message) {
        Markdown markdown = new Markdown(screen, message.role() == MessageRole.THOUGHT ? Style.DIM : Style.PLAIN);
        running = markdown;
        runningPosition = message.position();
        runningLength = message.length();
        return markdown;
    }

    private void extended(TranscriptMessage message, ContentBlock added) {
        if (message.role() == MessageRole.USER || history) {
            return;
        }
        Markdown markdown = running;
        if (markdown == null || runningPosition != message.position()) {
            endMessage();
            markdown = open(message);
        } else if (added instanceof TextContent && message.length() <= runningLength) {
            // Already shown after the switch to the session.
            return;
        }
        runningLength = message.length();
        append(markdown, added);
    }

    private static void append(Markdown markdown, ContentBlock block) {
        markdown.append(block instanceof TextContent text ? text.text() : Blocks.describe(block));
    }

    private void endMessage() {
        if (running != null) {
            running.end();
            running = null;
        }
    }

    private void detail(Detail detail, Conversation after) {
        if (detail == Detail.PLAN && !after.plan().isEmpty()) {
            endMessage();
            screen.line("plan", Style.BOLD);
            after.plan()
                    .forEach(step ->
                            screen.line("  [" + step.status() + "] " + VisibleText.line(step.content()), Style.PLAIN));
        } else if (detail == Detail.STATE) {
            work.background(after);
        } else if (detail == Detail.MODES && after.modes() != null) {
            String id = after.modes().currentModeId().value();
            mode(id, nameOf(id, after.modes()));
        }
    }

    private static String nameOf(String id, SessionModeState modes) {
        return modes.availableModes().stream()
                .filter(each -> each.id().value().equals(id))
                .map(SessionMode::name)
                .findFirst()
                .orElse(id);
    }
}
