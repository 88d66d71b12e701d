package io.acp4j.cli.chat.session;

import io.acp4j.cli.chat.screen.Screen;
import io.acp4j.cli.chat.screen.Style;
import io.acp4j.client.host.PermissionQuestion;
import io.acp4j.rpc.VisibleText;
import io.acp4j.schema.permission.CommandPermissionSubject;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.update.ToolCallUpdate;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shows the permission requests of the agent to the user. */
public final class PermissionDialog implements PermissionQuestion.Prompt {

    private final Screen screen;

    /** Creates a dialog on a screen. */
    public PermissionDialog(Screen screen) {
        this.screen = screen;
    }

    private static String nameOf(@Nullable ToolCallUpdate call) {
        return call == null ? "permission" : call.toolCallId().value();
    }

    /** Shows one request, and returns the selected option; null at the end of input. */
    @Override
    public @Nullable PermissionOption ask(PermissionQuestion question) throws IOException {
        List<PermissionOption> options = question.options();
        String title = question.title();
        screen.line(
                "The agent asks: "
                        + VisibleText.line(
                                title == null ? nameOf(question.request().toolCall()) : title),
                Style.BOLD);
        String description = question.description();
        if (description != null) {
            description.lines().forEach(line -> screen.line("  " + line, Style.PLAIN));
        }
        CommandPermissionSubject command = question.command();
        if (command != null) {
            screen.line("  $ " + VisibleText.line(command.command()), Style.BOLD);
            screen.line("  in " + VisibleText.line(command.cwd()), Style.DIM);
        }
        OptionMatcher matcher = new OptionMatcher();
        options.forEach(option -> matcher.add(option.optionId().value(), question.name(option), option.name()));
        for (int i = 0; i < options.size(); i++) {
            String letter = matcher.letter(i);
            screen.line(
                    "  " + (i + 1) + "  " + question.name(options.get(i))
                            + (letter == null ? "" : "  (" + letter + ")"),
                    Style.PLAIN);
        }
        while (true) {
            String answer = screen.question("1–" + options.size() + "? ", "");
            if (answer == null) {
                return null;
            }
            List<Integer> matches = matcher.matches(answer);
            if (matches.size() == 1) {
                return options.get(matches.get(0));
            }
            screen.line(matcher.refusal(VisibleText.line(answer)), Style.RED);
        }
    }
}
