package io.acp4j.cli.chat.session;

import io.acp4j.client.fork.ForkableSession;
import io.acp4j.client.fork.HistoryMessage;
import io.acp4j.client.fork.MessageHistory;
import io.acp4j.client.transcript.Conversation;
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
        own.entries().forEach(document::entry);
        return document.text.toString();
    }

    private void entry(TranscriptEntry entry) {
        if (entry instanceof TranscriptMessage message) {
            if (message.role() != MessageRole.THOUGHT) {
                said(message.role() == MessageRole.USER, message.content());
            }
        } else if (entry instanceof TranscriptToolCall call) {
            text.append("\n- tool: ")
                    .append(VisibleText.line(call.call().title()))
                    .append(" (")
                    .append(call.call().status())
                    .append(")\n");
        } else if (entry instanceof TranscriptGap gap) {
            text.append("\n*").append(GapText.line(gap)).append("*\n");
        }
    }

    private void said(boolean user, List<ContentBlock> content) {
        text.append(user ? "\n## You\n\n" : "\n## Agent\n\n")
                .append(VisibleText.of(Blocks.text(content)).stripTrailing())
                .append('\n');
    }
}
