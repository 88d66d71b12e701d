package io.acp4j.cli.chat.command;

import io.acp4j.cli.chat.session.Chat;
import io.acp4j.cli.chat.session.ChatException;

/** Deletes a session. */
final class Delete implements Command {

    @Override
    public String name() {
        return "delete";
    }

    @Override
    public String argument() {
        return "session";
    }

    @Override
    public String help() {
        return "delete a session, by its number or id";
    }

    @Override
    public void run(Chat chat, String argument) {
        if (argument.isEmpty()) {
            throw new ChatException("Name a session; /sessions lists them.");
        }
        chat.delete(argument);
    }
}
