package io.acp4j.cli.chat.command;

import io.acp4j.cli.chat.session.Chat;

/** Stops the turn that runs. A screen recognizes the command while it waits for the end of the turn. */
final class Cancel implements Command {

    @Override
    public String name() {
        return "cancel";
    }

    @Override
    public String argument() {
        return "";
    }

    @Override
    public String help() {
        return "stop the running turn, like Ctrl-C";
    }

    @Override
    public void run(Chat chat, String argument) {
        chat.cancel();
    }
}
