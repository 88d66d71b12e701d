package io.acp4j.cli.chat.session;

import io.acp4j.client.fork.ForkableSession;
import io.acp4j.client.fork.HistoryMessage;
import io.acp4j.client.fork.MessageHistory;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.MessagePart;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.client.transcript.TranscriptGap;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptToolCall;
import io.acp4j.rpc.VisibleText;
import io.acp4j.schema.branching.BranchRole;
import io.acp4j.schema.content.ContentBlock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Converts a session to Markdown: its messages, those inherited by a fork included, and its tool calls. */
final class Document {

    private final StringBuilder text = new StringBuilder();

    private Document() {}

    /** Returns the document, with the title or the id of the session as its heading. */
    static String of(ForkableSession forkable, @Nullable String title) {
        Conversation own = forkable.session().transcript().snapshot();
        List<HistoryMessage> all = forkable.messages().messages();
        long ownMessages = own.messages().stream()
                .filter(message -> message.role() != MessageRole.THOUGHT)
                .count();
        Document document = new Document();
        document.text
                .append("# ")
                .append(VisibleText.line(
                        title == null ? "Session " + forkable.session().id() : title))
                .append('\n');
        if (forkable.messages().start() != MessageHistory.Start.BEGINNING) {
            document.text.append("\n*Earlier messages are not known here; /switch to the session to load them.*\n");
        }
        for (HistoryMessage message : all.subList(0, (int) Math.max(0, all.size() - ownMessages))) {
            document.said(message.role().equals(BranchRole.USER), message.content());
        }
        own.entries().forEach(entry -> document.entry(entry, own));
        return document.text.toString();
    }

    private void entry(TranscriptEntry entry, Conversation conversation) {
        if (entry instanceof TranscriptMessage message) {
            message(message, conversation.parts(message));
        } else if (entry instanceof TranscriptToolCall call) {
            text.append("\n- tool: ")
                    .append(VisibleText.line(call.call().title()))
                    .append(" (")
                    .append(call.call().status())
                    .append(")\n");
        } else if (entry instanceof TranscriptGap gap && !conversation.isInsideMessage(gap)) {
            gap(gap);
        }
    }

    private void message(TranscriptMessage message, List<MessagePart> parts) {
        boolean isThought = message.role() == MessageRole.THOUGHT;
        if (!isThought) {
            heading(message.role() == MessageRole.USER);
        }
        for (MessagePart part : parts) {
            if (!isThought && !part.content().isEmpty()) {
                content(part.content());
            }
            if (part.gap() != null) {
                gap(part.gap());
            }
        }
    }

    private void gap(TranscriptGap gap) {
        text.append("\n*").append(GapText.line(gap)).append("*\n");
    }

    private void said(boolean user, List<ContentBlock> content) {
        heading(user);
        content(content);
    }

    private void heading(boolean user) {
        text.append(user ? "\n## You\n" : "\n## Agent\n");
    }

    private void content(List<ContentBlock> content) {
        text.append('\n')
                .append(VisibleText.of(Blocks.text(content)).stripTrailing())
                .append('\n');
    }
}
