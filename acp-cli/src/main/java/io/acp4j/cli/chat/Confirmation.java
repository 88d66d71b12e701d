package io.acp4j.cli.chat;

import io.acp4j.cli.chat.screen.Screen;
import io.acp4j.cli.chat.screen.Style;
import io.acp4j.rpc.VisibleText;
import java.io.IOException;
import java.util.Locale;

/** Requests confirmations from the user. */
final class Confirmation {

    private final Screen screen;

    Confirmation(Screen screen) {
        this.screen = screen;
    }

    /** Returns true if the user answers yes. Any other answer and the end of input count as no. */
    boolean gives(String question) throws IOException {
        screen.line(VisibleText.line(question), Style.BOLD);
        String answer = screen.question("y/N? ", "");
        return answer != null && answer.strip().toLowerCase(Locale.ROOT).matches("y|yes");
    }

    /** Asks whether to restart the agent or to reconnect. Returns false in a pipe, whose next lines are not meant for another process. */
    boolean restarts(boolean isLaunched) throws IOException {
        if (!screen.isTerminal()) {
            return false;
        }
        String question = isLaunched ? "Start the agent again? Y/n " : "Connect to the agent again? Y/n ";
        while (true) {
            String answer = screen.question(question, "");
            if (answer == null || answer.strip().toLowerCase(Locale.ROOT).matches("n|no")) {
                return false;
            }
            if (answer.strip().toLowerCase(Locale.ROOT).matches("|y|yes")) {
                return true;
            }
        }
    }
}
