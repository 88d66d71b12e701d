package io.acp4j.cli.chat.session;

import io.acp4j.client.ClientSession;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptToolCall;
import io.acp4j.rpc.VisibleText;
import io.acp4j.schema.content.ContentBlock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Converts a session to Markdown: its messages, those inherited by a fork included, and its tool calls. */
final class Document {

    private final StringBuilder text = new StringBuilder();

    private Document() {}

    /** Returns the document, with the title or the id of the session as its heading. */
    static String of(ClientSession session, @Nullable String title) {
        Conversation conversation = session.transcript().snapshot();
        Document document = new Document();
        document.text
                .append("# ")
                .append(VisibleText.line(title == null ? "Session " + session.id() : title))
                .append('\n');
        if (!session.forks().isBeginningKnown()) {
            document.text.append("\n*Earlier messages are not known here; /switch to the session to load them.*\n");
        }
        conversation.entries().forEach(entry -> document.entry(entry, conversation));
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
        } else if (entry instanceof TranscriptEntry.Gap gap && !conversation.isInsideMessage(gap)) {
            gap(gap);
        }
    }

    private void message(TranscriptMessage message, List<TranscriptMessage.Part> parts) {
        boolean isThought = message.role() == MessageRole.THOUGHT;
        if (!isThought) {
            heading(message.role() == MessageRole.USER);
        }
        for (TranscriptMessage.Part part : parts) {
            if (!isThought && !part.content().isEmpty()) {
                content(part.content());
            }
            if (part.gap() != null) {
                gap(part.gap());
            }
        }
    }

    private void gap(TranscriptEntry.Gap gap) {
        text.append("\n*").append(GapText.line(gap)).append("*\n");
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
