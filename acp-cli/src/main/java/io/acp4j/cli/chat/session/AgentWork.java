package io.acp4j.cli.chat.session;

import io.acp4j.cli.chat.screen.Screen;
import io.acp4j.cli.chat.screen.Style;
import io.acp4j.client.ClientSession;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.TranscriptToolCall;
import io.acp4j.rpc.VisibleText;
import io.acp4j.schema.TerminalId;
import io.acp4j.schema.terminal.TerminalExitStatus;
import io.acp4j.schema.update.BackgroundSubagent;
import io.acp4j.schema.update.BackgroundTerminal;
import io.acp4j.schema.update.BackgroundToolCall;
import io.acp4j.schema.update.BackgroundWork;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Shows and stops the terminals and the background work of the agent, which only version 2 of the protocol reports. */
final class AgentWork {

    private final Screen screen;
    private final Set<TerminalId> begun = new HashSet<>();
    private final Map<TerminalId, TerminalOutputPrinter> running = new HashMap<>();
    private List<BackgroundWork> background = List.of();

    AgentWork(Screen screen) {
        this.screen = screen;
    }

    void forget() {
        begun.clear();
        running.clear();
        background = List.of();
    }

    /** Shows the output of a terminal line by line, and the exit status of its command. */
    void show(Conversation.TerminalState terminal, String added) {
        if (terminal.command() != null && begun.add(terminal.id())) {
            screen.line("$ " + VisibleText.line(terminal.command()), Style.BOLD);
        }
        TerminalOutputPrinter printer =
                running.computeIfAbsent(terminal.id(), any -> new TerminalOutputPrinter(screen));
        printer.append(added);
        TerminalExitStatus exit = terminal.exitStatus();
        if (exit != null && running.remove(terminal.id()) != null) {
            printer.end(exit);
        }
    }

    /** Shows the background work after a change. */
    void background(Conversation now) {
        List<BackgroundWork> listed = Objects.requireNonNullElse(now.background(), List.of());
        if (listed.equals(background)) {
            return;
        }
        background = listed;
        screen.line(listed.isEmpty() ? "nothing is running in the background" : "in the background:", Style.DIM);
        listed.forEach(work -> screen.line("  " + VisibleText.line(describe(work, now)), Style.DIM));
    }

    private static String describe(BackgroundWork work, Conversation now) {
        if (work instanceof BackgroundToolCall call) {
            TranscriptToolCall known = now.find(call.toolCallId());
            return known == null ? "a tool call" : known.call().title();
        }
        if (work instanceof BackgroundTerminal terminal) {
            Conversation.TerminalState known = now.terminals().get(terminal.terminalId());
            return known == null || known.command() == null ? "a terminal" : "$ " + known.command();
        }
        return work instanceof BackgroundSubagent agent ? "session " + agent.sessionId() : "something else";
    }

    /** A call or command that can be stopped. */
    private record Stoppable(String id, String name, Runnable stop) {}

    /** Stops a tool call or the command of a terminal, by its number or id. Without a number, lists those that can be stopped. */
    void stop(ClientSession session, String name) {
        Conversation now = session.transcript().snapshot();
        List<Stoppable> all = new ArrayList<>();
        now.entries().forEach(entry -> {
            if (entry instanceof TranscriptToolCall call && call.isCancellable()) {
                all.add(new Stoppable(call.id().value(), call.call().title(), () -> session.cancelToolCall(call.id())));
            }
        });
        now.terminals().forEach((id, terminal) -> {
            if (terminal.isCancellable()) {
                String command = Objects.requireNonNullElse(terminal.command(), "");
                all.add(new Stoppable(id.value(), command, () -> session.cancelTerminal(id)));
            }
        });
        for (int i = 0; i < all.size(); i++) {
            Stoppable each = all.get(i);
            if (name.isEmpty()) {
                screen.line(
                        "  " + (i + 1) + "  " + VisibleText.line(each.name() + " [" + each.id() + "]"), Style.PLAIN);
            } else if (name.equals(each.id()) || name.equals(String.valueOf(i + 1))) {
                each.stop().run();
                return;
            }
        }
        if (!name.isEmpty()) {
            throw new ChatException("There is no running call or terminal \"" + name + "\"; /stop lists them.");
        }
        if (all.isEmpty()) {
            screen.line("no running call or terminal", Style.PLAIN);
        }
    }
}
