package io.acp4j.inspector.drive;

import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.inspector.page.PageException;
import java.util.List;
import java.util.stream.Collectors;

/** Asks for a summary of what a conversation has and another one does not, and finds it in the response. */
final class SummaryPrompt {

    /** How much of the message is quoted at which the summary begins. */
    static final int MAX_QUOTE = 500;

    private SummaryPrompt() {}

    /** The text that asks for it. */
    static String of(Conversation conversation, Conversation other) {
        int common = Comparison.common(conversation, other);
        List<? extends TranscriptEntry> own =
                conversation.entries().subList(common, conversation.entries().size());
        if (own.isEmpty()) {
            throw new PageException("this session has no message that the other one lacks");
        }
        StringBuilder text = new StringBuilder("Summarise this conversation for a reader who goes on in another one.");
        if (common > 0) {
            text.append(" The two have the same beginning, so leave that out and start where they part.");
            own.stream()
                    .filter(TranscriptMessage.class::isInstance)
                    .map(TranscriptMessage.class::cast)
                    .filter(message -> message.role() != MessageRole.THOUGHT)
                    .findFirst()
                    .ifPresent(first -> text.append(" The first message after it is:\n\n")
                            .append(quote(first.text()))
                            .append('\n'));
        }
        return text.append(
                        "\nWrite what was asked for, found, decided and done, with the names of files, and what is still")
                .append(" open. Use no tools and change nothing. Respond with the summary alone.")
                .toString();
    }

    private static String quote(String text) {
        String start = text.length() > MAX_QUOTE ? text.substring(0, MAX_QUOTE) + "…" : text;
        return start.lines().map(line -> "> " + line).collect(Collectors.joining("\n"));
    }

    /** Returns what the agent has written after the last prompt. */
    static String response(Conversation conversation) {
        StringBuilder text = new StringBuilder();
        for (TranscriptEntry entry : conversation.entries()) {
            if (!(entry instanceof TranscriptMessage message)) {
                continue;
            }
            if (message.role() == MessageRole.USER) {
                text.setLength(0);
            } else if (message.role() == MessageRole.AGENT) {
                text.append(text.isEmpty() ? "" : "\n\n").append(message.text());
            }
        }
        return text.toString().strip();
    }
}
