package io.acp4j.cli.chat.session;

import io.acp4j.cli.chat.screen.Screen;
import io.acp4j.cli.chat.screen.Style;
import io.acp4j.client.ClientSession;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptToolCall;
import io.acp4j.schema.content.ContentBlock;
import java.util.List;

/** Shows the last messages of a conversation after a switch to it, with the tool calls between them. */
final class Recap {

    /** Number of messages to show. */
    private static final int MESSAGES = 6;

    private final Screen screen;
    private final Conversation conversation;

    /** Number of messages processed so far, shown or not. */
    private int passed;

    Recap(Screen screen, ClientSession session) {
        this.screen = screen;
        this.conversation = session.transcript().snapshot();
    }

    /** Shows the messages below a heading. */
    void show(String heading) {
        long messages = conversation.messages().stream()
                .filter(message -> message.role() != MessageRole.THOUGHT)
                .count();
        int from = (int) Math.max(0, messages - MESSAGES);
        screen.line(heading + (from == 0 ? "" : ", the last " + MESSAGES + " messages"), Style.DIM);
        conversation.entries().forEach(entry -> entry(from, entry));
    }

    private void entry(int from, TranscriptEntry entry) {
        if (entry instanceof TranscriptMessage message) {
            message(from, message);
        } else if (entry instanceof TranscriptToolCall call && passed > from) {
            screen.line(ToolCallView.line(call), Style.BOLD);
        } else if (entry instanceof TranscriptEntry.RefusedPrompt refused && passed >= from) {
            screen.line("(refused) > " + Blocks.text(refused.content()), Style.DIM);
        } else if (entry instanceof TranscriptEntry.Gap gap && passed >= from && !conversation.isInsideMessage(gap)) {
            screen.line(GapText.line(gap), Style.DIM);
        }
    }

    private void message(int from, TranscriptMessage message) {
        boolean isThought = message.role() == MessageRole.THOUGHT;
        boolean isShown = isThought ? passed > from : passed >= from;
        passed += isThought ? 0 : 1;
        for (TranscriptMessage.Part part : isShown ? conversation.parts(message) : List.<TranscriptMessage.Part>of()) {
            if (!isThought && !part.content().isEmpty()) {
                line(message.role() == MessageRole.USER, part.content());
            }
            if (part.gap() != null) {
                screen.line(GapText.line(part.gap()), Style.DIM);
            }
        }
    }

    private void line(boolean user, List<ContentBlock> content) {
        screen.line((user ? "> " : "") + Blocks.text(content), user ? Style.BOLD : Style.PLAIN);
    }
}
