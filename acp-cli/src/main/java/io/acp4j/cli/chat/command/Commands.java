package io.acp4j.cli.chat.command;

import io.acp4j.cli.chat.screen.Style;
import io.acp4j.cli.chat.session.Chat;
import io.acp4j.cli.chat.session.ChatException;
import io.acp4j.rpc.VisibleText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs input lines, each of which is a command of the console or a prompt. */
public final class Commands {

    private static final String HELP = "help";
    private static final String QUIT = "quit";

    private final Map<String, Command> commands = new LinkedHashMap<>();

    /** Creates a registry of all commands. */
    public Commands() {
        List.of(
                        new New(),
                        new Messages(),
                        new Fork(),
                        new Edit(),
                        new Regenerate(),
                        new Tree(),
                        new Sessions(),
                        new Switch(),
                        new Branches(),
                        new Go(),
                        new Label(),
                        new Delete(),
                        new Mode(),
                        new Model(),
                        new Stop(),
                        new Cancel(),
                        new LogIn(),
                        new Export())
                .forEach(command -> commands.put(command.name(), command));
    }

    /** Returns the words for the completion of a line. */
    public List<String> words() {
        List<String> words = new ArrayList<>(List.of("/" + HELP, "/" + QUIT));
        commands.keySet().forEach(name -> words.add("/" + name));
        return words;
    }

    /**
     * Runs a line.
     *
     * @param line {@code /name argument}, or a prompt; two slashes start a prompt that begins with one
     * @param chat the conversation with the agent
     * @return false if the user leaves
     * @throws IOException if the input cannot be read or a file cannot be written
     */
    public boolean run(String line, Chat chat) throws IOException {
        if (line.isBlank()) {
            return true;
        }
        if (!line.startsWith("/")) {
            chat.prompt(line);
            return true;
        }
        if (line.startsWith("//")) {
            chat.prompt(line.substring(1));
            return true;
        }
        String[] parts = line.substring(1).strip().split("\\s+", 2);
        if (parts[0].equals(QUIT)) {
            return false;
        }
        if (parts[0].equals(HELP)) {
            help(chat);
        } else if (commands.containsKey(parts[0])) {
            commands.get(parts[0]).run(chat, parts.length > 1 ? parts[1].strip() : "");
        } else if (chat.hasAgentCommand(parts[0])) {
            chat.prompt(line);
        } else {
            throw new ChatException("There is no command /" + parts[0] + "; /help lists the commands, and //" + parts[0]
                    + " is sent to the agent.");
        }
        return true;
    }

    private void help(Chat chat) {
        commands.values().forEach(command -> line(chat, command.name() + " " + command.argument(), command.help()));
        line(chat, HELP, "show this help");
        line(chat, QUIT, "leave, as the end of input does");
        chat.agentCommands()
                .forEach(command ->
                        line(chat, command.name(), VisibleText.line(command.description()) + " (the agent's)"));
    }

    private static void line(Chat chat, String usage, String help) {
        chat.screen().line(String.format("/%-22s %s", usage.strip(), help), Style.PLAIN);
    }
}
