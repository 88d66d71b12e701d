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
import java.util.concurrent.CompletableFuture;

/** Reads and runs lines until the user leaves. Failures are reported and do not end the loop. */
final class InputLoop {

    private final Screen screen;
    private final Commands commands;
    private final ErrorOutput errors;
    private boolean failed;
    private volatile boolean idle;

    InputLoop(Screen screen, Commands commands, ErrorOutput errors) {
        this.screen = screen;
        this.commands = commands;
        this.errors = errors;
    }

    /**
     * Runs until the user leaves, and returns the exit code.
     *
     * @throws AcpException if the agent is lost; the next run offers the line that has failed
     */
    int run(Chat chat) throws IOException {
        CompletableFuture<Void> unused = chat.closed().thenRun(this::lost);
        String line;
        do {
            idle = true;
            line = screen.prompt("> ");
            idle = false;
        } while (line != null && take(line, chat));
        chat.leave();
        return failed && !screen.isTerminal() ? ChatCommand.FAILED : 0;
    }

    /** An agent that ends during a turn is reported by the turn. */
    private void lost() {
        if (idle && screen.isTerminal()) {
            screen.line("The agent has ended. With your next prompt, you can start it again.", Style.RED);
        }
    }

    private boolean take(String line, Chat chat) {
        errors.begin();
        try {
            return commands.run(line, chat);
        } catch (UnsupportedCapabilityException e) {
            fail();
            screen.line(MissingCapabilityMessages.inWords(e.capability()), Style.RED);
            return true;
        } catch (AcpErrorException e) {
            fail();
            // The response of an internal error contains no cause, but the agent's error output may.
            String why = e.code().equals(ErrorCode.INTERNAL_ERROR)
                    ? errors.end()
                    : e.code().equals(ErrorCode.AUTH_REQUIRED) ? "/login logs in" : "";
            screen.line(e.getMessage() + (why.isEmpty() ? "" : "; " + why), Style.RED);
            return true;
        } catch (AcpException e) {
            fail();
            if (e instanceof ConnectionClosedException || chat.closed().isDone()) {
                screen.offerQueued(line);
                throw e;
            }
            screen.line(String.valueOf(e.getMessage()), Style.RED);
            return true;
        } catch (ChatException | IllegalStateException | IOException e) {
            fail();
            screen.line(String.valueOf(e.getMessage()), Style.RED);
            return true;
        }
    }

    /** Later lines may depend on the line that has failed. */
    private void fail() {
        failed = true;
        screen.offerQueued(null);
    }
}
