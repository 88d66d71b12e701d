package io.acp4j.cli.chat.command;

import io.acp4j.cli.chat.session.Chat;

/** Starts a session. */
final class New implements Command {

    @Override
    public String name() {
        return "new";
    }

    @Override
    public String argument() {
        return "";
    }

    @Override
    public String help() {
        return "start a new session";
    }

    @Override
    public void run(Chat chat, String argument) {
        chat.begin();
    }
}
