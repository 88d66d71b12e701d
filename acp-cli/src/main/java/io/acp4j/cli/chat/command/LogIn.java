package io.acp4j.cli.chat.command;

import io.acp4j.cli.chat.session.Chat;

/** Logs in. */
final class LogIn implements Command {

    @Override
    public String name() {
        return "login";
    }

    @Override
    public String argument() {
        return "[way]";
    }

    @Override
    public String help() {
        return "log in to the agent";
    }

    @Override
    public void run(Chat chat, String argument) {
        chat.login(argument);
    }
}
