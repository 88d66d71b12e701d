package io.acp4j.cli.chat.command;

import io.acp4j.cli.chat.session.Chat;
import io.acp4j.cli.chat.session.ChatException;

/** Turns to another branch of the session. */
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
        return "go on at the end of another branch of this session";
    }

    @Override
    public void run(Chat chat, String argument) {
        if (argument.isEmpty()) {
            throw new ChatException("Say which branch; /branches shows those that there are.");
        }
        chat.go(argument);
    }
}
