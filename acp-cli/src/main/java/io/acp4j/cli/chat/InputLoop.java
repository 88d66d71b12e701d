package io.acp4j.cli.chat;

import io.acp4j.cli.chat.command.Commands;
import io.acp4j.cli.chat.screen.Screen;
import io.acp4j.cli.chat.screen.Style;
import io.acp4j.cli.chat.session.Chat;
import io.acp4j.cli.chat.session.ChatException;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.ErrorCode;
import java.io.IOException;

/** Reads and runs lines until the user leaves. Failures are reported and do not end the loop. */
final class InputLoop {

    private final Screen screen;
    private final Commands commands;
    private final ErrorOutput errors;
    private boolean failed;

    InputLoop(Screen screen, Commands commands, ErrorOutput errors) {
        this.screen = screen;
        this.commands = commands;
        this.errors = errors;
    }

    /** Runs until the user leaves, and returns the exit code. */
    int run(Chat chat) throws IOException {
        String line;
        do {
            line = screen.prompt("> ");
        } while (line != null && take(line, chat));
        chat.leave();
        return failed && !screen.isTerminal() ? ChatCommand.FAILED : 0;
    }

    private boolean take(String line, Chat chat) {
        errors.begin();
        try {
            return commands.run(line, chat);
        } catch (ConnectionClosedException e) {
            throw e;
        } catch (UnsupportedCapabilityException e) {
            failed = true;
            screen.line(MissingCapabilityMessages.inWords(e.capability()), Style.RED);
            return true;
        } catch (AcpErrorException e) {
            failed = true;
            // The response of an internal error contains no cause, but the agent's error output may.
            String why = e.code().equals(ErrorCode.INTERNAL_ERROR)
                    ? errors.end()
                    : e.code().equals(ErrorCode.AUTH_REQUIRED) ? "/login logs in" : "";
            screen.line(e.getMessage() + (why.isEmpty() ? "" : "; " + why), Style.RED);
            return true;
        } catch (AcpException | ChatException | IllegalStateException | IOException e) {
            failed = true;
            screen.line(String.valueOf(e.getMessage()), Style.RED);
            return true;
        }
    }
}
