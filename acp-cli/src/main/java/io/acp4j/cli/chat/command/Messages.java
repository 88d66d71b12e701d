package io.acp4j.cli.chat.command;

import io.acp4j.cli.chat.screen.Style;
import io.acp4j.cli.chat.session.Chat;
import io.acp4j.client.fork.HistoryMessage;
import io.acp4j.schema.branching.BranchRole;

/** Lists the messages, with the numbers that /fork, /edit and /regenerate accept. */
final class Messages implements Command {

    @Override
    public String name() {
        return "messages";
    }

    @Override
    public String argument() {
        return "";
    }

    @Override
    public String help() {
        return "show the messages of this session with their numbers";
    }

    @Override
    public void run(Chat chat, String argument) {
        for (HistoryMessage message : chat.messages()) {
            String who = message.role().equals(BranchRole.USER) ? "you  " : "agent";
            chat.screen().line((message.index() + 1) + "  " + who + "  " + Chat.preview(message), Style.PLAIN);
        }
    }
}
