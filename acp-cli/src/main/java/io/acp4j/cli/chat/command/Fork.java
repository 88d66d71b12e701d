package io.acp4j.cli.chat.command;

import io.acp4j.cli.chat.session.Chat;

/** Forks the session. */
final class Fork implements Command {

    @Override
    public String name() {
        return "fork";
    }

    @Override
    public String argument() {
        return "[message]";
    }

    @Override
    public String help() {
        return "continue in a fork of the whole session, or after a message";
    }

    @Override
    public void run(Chat chat, String argument) {
        if (argument.isEmpty()) {
            chat.fork();
        } else {
            chat.fork(chat.message(argument));
        }
    }
}
