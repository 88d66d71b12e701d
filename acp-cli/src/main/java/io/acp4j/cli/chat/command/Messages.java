package io.acp4j.cli.chat.command;

import io.acp4j.cli.chat.screen.Style;
import io.acp4j.cli.chat.session.Chat;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.TranscriptMessage;

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
        for (TranscriptMessage message : chat.messages()) {
            String who = message.role() == MessageRole.USER ? "you  " : "agent";
            chat.screen().line(chat.number(message) + "  " + who + "  " + Chat.preview(message), Style.PLAIN);
        }
    }
}
