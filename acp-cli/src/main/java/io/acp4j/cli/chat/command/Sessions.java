package io.acp4j.cli.chat.command;

import io.acp4j.cli.chat.screen.Style;
import io.acp4j.cli.chat.session.Chat;
import io.acp4j.rpc.VisibleText;
import io.acp4j.schema.session.SessionInfo;

/** Lists the sessions. */
final class Sessions implements Command {

    @Override
    public String name() {
        return "sessions";
    }

    @Override
    public String argument() {
        return "";
    }

    @Override
    public String help() {
        return "list the sessions with their numbers";
    }

    @Override
    public void run(Chat chat, String argument) {
        for (SessionInfo row : chat.sessions()) {
            boolean here = chat.isAt(row.sessionId());
            String title = row.title() == null ? "" : VisibleText.line(row.title()) + "  ";
            chat.screen()
                    .line(
                            (here ? "* " : "  ") + chat.number(row.sessionId()) + "  " + title + "(" + row.sessionId()
                                    + ")",
                            here ? Style.BOLD : Style.PLAIN);
        }
    }
}
