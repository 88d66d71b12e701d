package io.acp4j.cli.chat.command;

import io.acp4j.cli.chat.screen.Style;
import io.acp4j.cli.chat.session.Chat;
import io.acp4j.client.SessionNode;
import io.acp4j.rpc.VisibleText;

/** Shows the sessions as a tree of forks. */
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
        return "show the sessions, each fork below its source";
    }

    @Override
    public void run(Chat chat, String argument) {
        for (SessionNode node : chat.tree().nodes()) {
            String mark = chat.isAt(node.id()) ? "* " : "  ";
            chat.screen()
                    .line(
                            mark + "  ".repeat(node.level()) + chat.number(node.id()) + "  "
                                    + VisibleText.line(node.displayName()),
                            chat.isAt(node.id()) ? Style.BOLD : Style.PLAIN);
        }
    }
}
