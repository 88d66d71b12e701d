package io.acp4j.client.internal.fork;

import io.acp4j.client.ClientSession;
import io.acp4j.client.ForkOptions;
import io.acp4j.client.SessionParameters;
import io.acp4j.client.internal.calls.Waiting;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.schema.Meta;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.session.NewSessionRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A new session in the place of a fork that agents cannot make, and the prompt that says what it would have inherited. */
final class RestatedSession {

    /** Maximum length, in characters, of the line that agents may use as a title. */
    private static final int MAX_TITLE = 80;

    private RestatedSession() {}

    /** Opens a session with the directories, servers, mode and options of another. */
    static CompletableFuture<ClientSession> open(
            ClientSession source, SessionParameters setup, ForkOptions options, @Nullable Meta meta) {
        NewSessionRequest request = NewSessionRequest.builder(options.cwd() == null ? setup.cwd() : options.cwd())
                .additionalDirectories(setup.additionalDirectories())
                .mcpServers(setup.mcpServers())
                .systemPrompt(setup.systemPrompt())
                .meta(meta)
                .build();
        CompletableFuture<ClientSession> asked = source.client().newSessionAsync(request, options.listener());
        return Waiting.cancelling(
                asked.thenCompose(made -> CarriedSettings.between(source, made).apply()), asked);
    }

    /** Puts what has been said before a prompt: the user's words and content as they were, of the agent's only the text. */
    static List<ContentBlock> prompt(List<TranscriptMessage> before, List<ContentBlock> prompt) {
        List<ContentBlock> blocks = new ArrayList<>();
        // Agents derive the title of a session from the beginning of its first prompt.
        blocks.add(ContentBlock.text(title(before, prompt)));
        blocks.add(ContentBlock.text("\n\nThis continues a conversation that you have no record of. It went:"));
        for (TranscriptMessage message : before) {
            if (message.role() == MessageRole.USER) {
                blocks.add(ContentBlock.text("\n\nUser:\n"));
                blocks.addAll(content(message));
            } else {
                blocks.add(ContentBlock.text("\n\nAssistant:\n" + agentText(message)));
            }
        }
        blocks.add(ContentBlock.text("\n\nGo on with this message of the user:\n"));
        blocks.addAll(prompt);
        return blocks;
    }

    /** Returns the beginning of the first message of the user as one line. */
    private static String title(List<TranscriptMessage> before, List<ContentBlock> prompt) {
        String text = before.stream()
                .filter(message -> message.role() == MessageRole.USER)
                .filter(message -> message.missing() == 0)
                .map(TranscriptMessage::text)
                .filter(said -> !said.isBlank())
                .findFirst()
                .orElseGet(() -> prompt.stream()
                        .filter(TextContent.class::isInstance)
                        .map(block -> ((TextContent) block).text())
                        .filter(said -> !said.isBlank())
                        .findFirst()
                        .orElse("Conversation"));
        String line = text.strip().replaceAll("\\s+", " ");
        return line.codePointCount(0, line.length()) > MAX_TITLE
                ? line.substring(0, line.offsetByCodePoints(0, MAX_TITLE)) + "…"
                : line;
    }

    private static String agentText(TranscriptMessage message) {
        StringBuilder text = new StringBuilder();
        for (ContentBlock block : content(message)) {
            text.append(block instanceof TextContent said ? said.text() : "[content that is not text]");
        }
        return text.toString();
    }

    /** Returns the content of a message; nothing if it is only partly known. */
    private static List<ContentBlock> content(TranscriptMessage message) {
        return message.missing() > 0 ? List.of() : message.content();
    }
}
