package io.acp4j.cli.chat.command;

import io.acp4j.cli.chat.session.Chat;

/** Stops a tool call, or the command of a terminal of the agent. */
final class Stop implements Command {

    @Override
    public String name() {
        return "stop";
    }

    @Override
    public String argument() {
        return "[number]";
    }

    @Override
    public String help() {
        return "show the calls and terminals that can be stopped, or stop one";
    }

    @Override
    public void run(Chat chat, String argument) {
        chat.stop(argument);
    }
}
