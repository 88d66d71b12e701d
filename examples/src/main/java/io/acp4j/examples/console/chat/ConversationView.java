package io.acp4j.examples.console.chat;

import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.SessionTranscript;
import io.acp4j.client.transcript.TranscriptChange;
import io.acp4j.client.transcript.TranscriptChange.Detail;
import io.acp4j.client.transcript.TranscriptCompaction;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptNotice;
import io.acp4j.client.transcript.TranscriptToolCall;
import io.acp4j.examples.console.screen.Markdown;
import io.acp4j.examples.console.screen.Screen;
import io.acp4j.examples.console.screen.Style;
import io.acp4j.schema.v1.content.ContentBlock;
import io.acp4j.schema.v1.content.TextContent;
import org.jspecify.annotations.Nullable;

/** Shows the conversation of one session as it goes on. What the person types is on the screen already. */
public final class ConversationView {

    private final Screen screen;
    private final ToolCallView toolCalls;
    private SessionTranscript.@Nullable Subscription subscription;
    private @Nullable Markdown running;
    private int runningPosition = -1;
    private long runningLength;
    private int next;

    /** Shows on a screen. */
    public ConversationView(Screen screen) {
        this.screen = screen;
        this.toolCalls = new ToolCallView(screen);
    }

    /** Turns to a session: shows what its transcript has, but for the messages of the person, and what comes. */
    public void show(SessionTranscript transcript) {
        turnTo(transcript, true);
    }

    /** Turns to a session: shows what comes. */
    public void follow(SessionTranscript transcript) {
        turnTo(transcript, false);
    }

    /** Shows what is held back of a message that goes no further now. */
    public synchronized void rest() {
        endMessage();
    }

    private synchronized void turnTo(SessionTranscript transcript, boolean all) {
        if (subscription != null) {
            subscription.close();
        }
        endMessage();
        toolCalls.forget();
        subscription = transcript.onChange(this::changed);
        Conversation now = transcript.snapshot();
        next = all ? now.droppedEntries() : now.droppedEntries() + now.entries().size();
        if (all) {
            now.entries().forEach(this::added);
        }
    }

    private synchronized void changed(TranscriptChange change, Conversation after) {
        if (change instanceof TranscriptChange.EntryAdded entry) {
            added(entry.entry());
        } else if (change instanceof TranscriptChange.MessageExtended extended) {
            extended(extended.message(), extended.added());
        } else if (change instanceof TranscriptChange.EntryChanged entry) {
            if (entry.entry() instanceof TranscriptToolCall call) {
                endMessage();
                toolCalls.show(call);
            }
        } else if (change instanceof TranscriptChange.TurnEnded) {
            endMessage();
        } else if (change instanceof TranscriptChange.DetailChanged detail) {
            detail(detail.detail(), after);
        } else if (change instanceof TranscriptChange.Replaced) {
            next = 0;
        }
    }

    private void added(TranscriptEntry entry) {
        if (entry.position() < next) {
            return;
        }
        next = entry.position() + 1;
        endMessage();
        if (entry instanceof TranscriptMessage message) {
            begin(message);
        } else if (entry instanceof TranscriptToolCall call) {
            toolCalls.show(call);
        } else if (entry instanceof TranscriptNotice notice) {
            screen.line("! " + notice.notice().title(), Style.BOLD);
        } else if (entry instanceof TranscriptCompaction) {
            screen.line("(the agent sums up what was said before)", Style.DIM);
        }
    }

    private void begin(TranscriptMessage message) {
        if (message.role() != MessageRole.USER) {
            Markdown markdown = open(message);
            message.content().forEach(block -> append(markdown, block));
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
        if (message.role() == MessageRole.USER) {
            return;
        }
        Markdown markdown = running;
        if (markdown == null || runningPosition != message.position()) {
            endMessage();
            markdown = open(message);
        } else if (added instanceof TextContent && message.length() <= runningLength) {
            // It was shown when the view turned to the session.
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
            after.plan().forEach(step -> screen.line("  [" + step.status() + "] " + step.content(), Style.PLAIN));
        } else if (detail == Detail.MODES && after.modes() != null) {
            endMessage();
            screen.line("mode: " + after.modes().currentModeId(), Style.DIM);
        }
    }
}
