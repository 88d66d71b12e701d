package io.acp4j.examples.console.chat;

import io.acp4j.client.fork.ForkableSession;
import io.acp4j.client.fork.SessionMessage;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptToolCall;
import io.acp4j.schema.v1.branch.BranchRole;
import io.acp4j.schema.v1.content.ContentBlock;
import java.util.List;

/** A session as Markdown: what was said, that inherited by a fork included, and which tools were used. */
public final class Document {

    private final StringBuilder text = new StringBuilder();

    private Document() {}

    /** Writes a session. */
    public static String of(ForkableSession forkable) {
        Conversation own = forkable.session().transcript().snapshot();
        List<SessionMessage> all = forkable.messages().messages();
        long ownMessages = own.messages().stream()
                .filter(message -> message.role() != MessageRole.THOUGHT)
                .count();
        Document document = new Document();
        String title = own.title();
        document.text
                .append("# ")
                .append(title == null ? "Session " + forkable.session().id() : title)
                .append('\n');
        for (SessionMessage message : all.subList(0, (int) Math.max(0, all.size() - ownMessages))) {
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
                    .append(call.call().title())
                    .append(" (")
                    .append(call.call().status())
                    .append(")\n");
        }
    }

    private void said(boolean user, List<ContentBlock> content) {
        text.append(user ? "\n## You\n\n" : "\n## Agent\n\n")
                .append(Blocks.text(content).stripTrailing())
                .append('\n');
    }
}
