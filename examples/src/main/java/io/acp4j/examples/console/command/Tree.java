package io.acp4j.examples.console.command;

import io.acp4j.client.fork.SessionNode;
import io.acp4j.examples.console.chat.Chat;
import io.acp4j.examples.console.screen.Style;
import io.acp4j.schema.SessionId;

/** Shows where forks come from. */
final class Tree implements Command {

    @Override
    public String name() {
        return "tree";
    }

    @Override
    public String argument() {
        return "";
    }

    @Override
    public String help() {
        return "show the sessions, forks below what they were forked from";
    }

    @Override
    public void run(Chat chat, String argument) {
        SessionId here = chat.current().session().id();
        for (SessionNode node : chat.forest().nodes()) {
            String mark = node.id().equals(here) ? "* " : "  ";
            chat.screen()
                    .line(
                            mark + "  ".repeat(node.level()) + chat.number(node.id()) + "  " + node.displayName(),
                            node.id().equals(here) ? Style.BOLD : Style.PLAIN);
        }
    }
}
