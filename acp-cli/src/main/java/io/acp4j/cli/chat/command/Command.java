package io.acp4j.cli.chat.command;

import io.acp4j.cli.chat.session.Chat;
import java.io.IOException;

/** A command of the console client. */
interface Command {

    /** Returns the name, without the slash. */
    String name();

    /** Returns the usage of the argument; empty if the command has none. */
    String argument();

    /** Returns a description in one line. */
    String help();

    /**
     * Runs the command.
     *
     * @param chat the conversation with the agent
     * @param argument the text after the name; may be empty
     * @throws IOException if the input cannot be read or a file cannot be written
     */
    void run(Chat chat, String argument) throws IOException;
}
