package io.acp4j.cli.chat.session;

import io.acp4j.cli.chat.screen.Screen;
import io.acp4j.cli.chat.screen.Style;
import io.acp4j.client.ClientSession;
import io.acp4j.rpc.VisibleText;
import io.acp4j.schema.config.SessionConfigOptionCategory;
import io.acp4j.schema.config.SessionConfigSelect;
import io.acp4j.schema.config.SessionConfigValue;
import io.acp4j.schema.mode.SessionModeState;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists and selects the mode and the model of a session. */
final class Settings {

    private final Screen screen;
    private final ConversationView view;

    Settings(Screen screen, ConversationView view) {
        this.screen = screen;
        this.view = view;
    }

    /** A mode or model to select. */
    private record Choice(String id, String name, boolean current, Runnable choose) {}

    void mode(ClientSession session, String name) {
        List<Choice> choices = options(session, SessionConfigOptionCategory.MODE);
        SessionModeState modes = session.modes();
        if (choices.isEmpty() && modes != null) {
            modes.availableModes()
                    .forEach(mode -> choices.add(new Choice(
                            mode.id().value(),
                            mode.name(),
                            mode.id().equals(modes.currentModeId()),
                            () -> session.setMode(mode.id()))));
        }
        Choice chosen = choose("mode", choices, name);
        if (chosen != null) {
            view.forgetMode();
            chosen.choose().run();
            view.mode(chosen.id(), chosen.name());
        }
    }

    void model(ClientSession session, String name) {
        Choice chosen = choose("model", options(session, SessionConfigOptionCategory.MODEL), name);
        if (chosen != null) {
            chosen.choose().run();
            screen.line("model: " + VisibleText.line(chosen.name()), Style.DIM);
        }
    }

    private static List<Choice> options(ClientSession session, SessionConfigOptionCategory category) {
        List<Choice> choices = new ArrayList<>();
        session.configOptions().forEach(option -> {
            if (option instanceof SessionConfigSelect select && category.equals(select.category())) {
                select.options()
                        .flatten()
                        .forEach(value -> choices.add(new Choice(
                                value.value().value(),
                                value.name(),
                                value.value().equals(select.currentValue()),
                                () -> session.setConfigOption(
                                        select.id(), new SessionConfigValue.Choice(value.value())))));
            }
        });
        return choices;
    }

    /** Returns the choice with a name. Without a name, lists all and returns null. */
    private @Nullable Choice choose(String what, List<Choice> choices, String name) {
        if (choices.isEmpty()) {
            throw new ChatException("This agent offers no " + what + "s to choose from.");
        }
        if (name.isEmpty()) {
            for (int i = 0; i < choices.size(); i++) {
                Choice choice = choices.get(i);
                screen.line(
                        (choice.current() ? "* " : "  ") + (i + 1) + "  " + VisibleText.line(choice.name()) + "  ("
                                + VisibleText.line(choice.id()) + ")",
                        choice.current() ? Style.BOLD : Style.PLAIN);
            }
            return null;
        }
        for (int i = 0; i < choices.size(); i++) {
            Choice choice = choices.get(i);
            if (name.equals(String.valueOf(i + 1))
                    || name.equals(choice.id())
                    || name.equalsIgnoreCase(choice.name())) {
                return choice;
            }
        }
        throw new ChatException("There is no " + what + " \"" + name + "\"; /" + what + " lists them.");
    }
}
