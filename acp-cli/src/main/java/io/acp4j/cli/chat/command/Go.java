package io.acp4j.cli.chat.command;

import io.acp4j.cli.chat.session.Chat;
import io.acp4j.cli.chat.session.ChatException;

/** Moves to another branch of the session. */
final class Go implements Command {

    @Override
    public String name() {
        return "go";
    }

    @Override
    public String argument() {
        return "branch";
    }

    @Override
    public String help() {
        return "continue at the end of another branch of this session";
    }

    @Override
    public void run(Chat chat, String argument) {
        if (argument.isEmpty()) {
            throw new ChatException("Name a branch; /branches lists them.");
        }
        chat.go(argument);
    }
}
