package io.acp4j.examples.console;

import io.acp4j.examples.console.Terminal.Style;
import io.acp4j.schema.v1.permission.PermissionOption;
import io.acp4j.schema.v1.permission.RequestPermissionRequest;
import io.acp4j.schema.v1.permission.RequestPermissionResponse;
import java.io.IOException;
import java.util.List;

/** Asks the person for each permission that the agent wants. */
final class PermissionQuestion {

    private final Terminal terminal;

    PermissionQuestion(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Puts one question; the end of input means that nobody is there to allow anything. */
    RequestPermissionResponse ask(RequestPermissionRequest request) throws IOException {
        List<PermissionOption> options = request.options();
        String title = request.toolCall().title();
        terminal.line("The agent asks: " + (title == null ? request.toolCall().toolCallId() : title), Style.BOLD);
        for (int i = 0; i < options.size(); i++) {
            terminal.line("  " + (i + 1) + "  " + options.get(i).name(), Style.PLAIN);
        }
        while (true) {
            String answer = terminal.ask("1–" + options.size() + "? ");
            if (answer == null) {
                return RequestPermissionResponse.cancelled();
            }
            int number = answer.strip().matches("[1-9][0-9]?") ? Integer.parseInt(answer.strip()) : 0;
            if (number >= 1 && number <= options.size()) {
                return RequestPermissionResponse.selected(
                        options.get(number - 1).optionId());
            }
            terminal.line("Please answer with the number of an option.", Style.RED);
        }
    }
}
