package io.acp4j.cli.chat.command;

import io.acp4j.cli.chat.session.Chat;
import io.acp4j.cli.chat.session.ChatException;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.TranscriptMessage;
import java.io.IOException;

/** Edits a message of the user in a fork. */
final class Edit implements Command {

    @Override
    public String name() {
        return "edit";
    }

    @Override
    public String argument() {
        return "message [text]";
    }

    @Override
    public String help() {
        return "replace one of your messages, in a fork";
    }

    @Override
    public void run(Chat chat, String argument) throws IOException {
        String[] parts = argument.split("\\s+", 2);
        TranscriptMessage message = chat.message(parts[0]);
        if (message.role() != MessageRole.USER) {
            throw new ChatException("Message " + parts[0] + " is the agent's; /regenerate requests another one.");
        }
        String text = parts.length > 1 ? parts[1] : chat.screen().question("edit> ", Chat.text(message));
        if (text != null && !text.isBlank()) {
            chat.edit(message, text);
        }
    }
}
