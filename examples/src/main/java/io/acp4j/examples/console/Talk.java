package io.acp4j.examples.console;

import io.acp4j.examples.console.chat.Chat;
import io.acp4j.examples.console.chat.ChatException;
import io.acp4j.examples.console.command.Commands;
import io.acp4j.examples.console.screen.Screen;
import io.acp4j.examples.console.screen.Style;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.rpc.UnsupportedCapabilityException;
import java.io.IOException;

/** Takes line after line until the person leaves. What fails is told, and does not end the talk. */
final class Talk {

    private final Screen screen;
    private final Commands commands;
    private boolean failed;

    Talk(Screen screen, Commands commands) {
        this.screen = screen;
        this.commands = commands;
    }

    /** Returns the exit code. */
    int run(Chat chat) throws IOException {
        String line;
        do {
            line = screen.prompt("> ");
        } while (line != null && take(line, chat));
        chat.leave();
        return failed && !screen.isTerminal() ? ConsoleClient.FAILED : 0;
    }

    private boolean take(String line, Chat chat) {
        try {
            return commands.run(line, chat);
        } catch (ConnectionClosedException e) {
            throw e;
        } catch (UnsupportedCapabilityException e) {
            failed = true;
            screen.line(Lacks.inWords(e.capability()), Style.RED);
            return true;
        } catch (AcpException | ChatException | IllegalStateException | IOException e) {
            failed = true;
            screen.line(String.valueOf(e.getMessage()), Style.RED);
            return true;
        }
    }
}
