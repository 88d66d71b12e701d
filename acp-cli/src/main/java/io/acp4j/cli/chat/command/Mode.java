package io.acp4j.cli.chat.command;

import io.acp4j.cli.chat.session.Chat;

/** Chooses the mode of the session. */
final class Mode implements Command {

    @Override
    public String name() {
        return "mode";
    }

    @Override
    public String argument() {
        return "[mode]";
    }

    @Override
    public String help() {
        return "show the modes of this session, or choose one";
    }

    @Override
    public void run(Chat chat, String argument) {
        chat.mode(argument);
    }
}
