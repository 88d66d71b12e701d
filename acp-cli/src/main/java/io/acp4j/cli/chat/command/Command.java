package io.acp4j.cli.chat.command;

import io.acp4j.cli.chat.session.Chat;
import java.io.IOException;

/** One thing that a person can ask of the console. */
interface Command {

    /** Returns the name, without the slash. */
    String name();

    /** Describes the argument; empty when there is none. */
    String argument();

    /** Returns what it does, in one line. */
    String help();

    /**
     * Does it.
     *
     * @param chat what is talked about
     * @param argument what follows the name; empty when nothing does
     * @throws IOException when the person cannot be asked, or a file not be written
     */
    void run(Chat chat, String argument) throws IOException;
}
