package io.acp4j.cli.chat.command;

import io.acp4j.cli.chat.session.Chat;

/** Labels a message. */
final class Label implements Command {

    @Override
    public String name() {
        return "label";
    }

    @Override
    public String argument() {
        return "message [text]";
    }

    @Override
    public String help() {
        return "label a message, or remove its label";
    }

    @Override
    public void run(Chat chat, String argument) {
        String[] parts = argument.split("\\s+", 2);
        chat.label(chat.message(parts[0]), parts.length > 1 ? parts[1] : "");
    }
}
