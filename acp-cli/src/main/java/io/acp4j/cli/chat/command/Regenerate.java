package io.acp4j.cli.chat.command;

import io.acp4j.cli.chat.session.Chat;
import io.acp4j.cli.chat.session.ChatException;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.TranscriptMessage;

/** Requests another answer, in a fork. */
final class Regenerate implements Command {

    @Override
    public String name() {
        return "regenerate";
    }

    @Override
    public String argument() {
        return "[message]";
    }

    @Override
    public String help() {
        return "replace an answer, by default the last one, in a fork";
    }

    @Override
    public void run(Chat chat, String argument) {
        TranscriptMessage answer = argument.isEmpty() ? last(chat) : chat.message(argument);
        if (answer.role() != MessageRole.AGENT) {
            throw new ChatException("Message " + argument + " is yours; /edit changes it.");
        }
        chat.regenerate(answer);
    }

    private static TranscriptMessage last(Chat chat) {
        return chat.messages().stream()
                .filter(message -> message.role() == MessageRole.AGENT)
                .reduce((before, after) -> after)
                .orElseThrow(() -> new ChatException("The agent has not answered anything in this session."));
    }
}
