package io.acp4j.cli.chat.command;

import io.acp4j.cli.chat.session.Chat;

/** Chooses the agent's model. */
final class Model implements Command {

    @Override
    public String name() {
        return "model";
    }

    @Override
    public String argument() {
        return "[model]";
    }

    @Override
    public String help() {
        return "show the agent's models, or choose one";
    }

    @Override
    public void run(Chat chat, String argument) {
        chat.model(argument);
    }
}
