package io.acp4j.cli.chat.command;

import io.acp4j.cli.chat.session.Chat;

/** Shows the branches inside the session. */
final class Branches implements Command {

    @Override
    public String name() {
        return "branches";
    }

    @Override
    public String argument() {
        return "";
    }

    @Override
    public String help() {
        return "show the branches inside this session";
    }

    @Override
    public void run(Chat chat, String argument) {
        chat.branches();
    }
}
