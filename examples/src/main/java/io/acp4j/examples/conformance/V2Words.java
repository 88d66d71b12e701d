package io.acp4j.examples.conformance;

import io.acp4j.agent.AgentSession;
import io.acp4j.agent.AgentTerminal;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.ToolCallHandle;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.TerminalId;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.permission.CommandPermissionSubject;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.permission.RequestPermissionRequest;
import io.acp4j.schema.tool.ToolCallContent;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.BackgroundTerminal;
import io.acp4j.schema.update.BackgroundWork;
import io.acp4j.schema.update.TerminalUpdate;
import io.acp4j.schema.update.ToolCallContentChunk;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** The words that the kit's vocabulary has in version 2 only, or with another meaning. */
final class V2Words {

    /** The words of version 2. */
    static final List<String> WORDS = List.of(
            "replace",
            "clear",
            "tool-chunks",
            "tool-wait",
            "terminal",
            "terminal-wait",
            "background",
            "command",
            "requires-action",
            "refuse",
            "fail",
            "unprompted");

    /** The prompt that is refused before it becomes a part of the conversation. */
    static final String REFUSED = Vocabulary.PREFIX + "refuse";

    private final PromptTurn turn;

    V2Words(PromptTurn turn) {
        this.turn = turn;
    }

    /** Returns whether the client has version 2 of the protocol. */
    static boolean areKnownTo(AgentSession session) {
        return session.supports(TerminalUpdate.of(new TerminalId("any")));
    }

    void act(String word) throws Exception {
        switch (word) {
            case "replace" -> replace();
            case "clear" -> turn.clear(turn.say("never said"));
            case "tool-chunks" -> toolChunks();
            case "tool-wait" -> toolWait();
            case "terminal" -> terminal();
            case "terminal-wait" -> terminalWait();
            case "background" -> background();
            case "command" -> command();
            case "requires-action" -> new ClientWords(turn).act("permission", "");
            case "unprompted" -> {
                turn.say("more will follow");
                var unused = turn.session().startTurn(work -> work.say("this is more"));
            }
            default -> throw new AcpErrorException(ErrorCode.INTERNAL_ERROR, "It has failed, as it was told to", null);
        }
    }

    private void replace() {
        turn.say("a first ");
        MessageId message = turn.say("draft");
        turn.replace(message, TextContent.of("the last word"));
        turn.update(AgentMessageChunk.text(message, ", and more"));
    }

    private void toolChunks() {
        ToolCallHandle call = turn.toolCall("Search", ToolKind.SEARCH).inProgress();
        turn.update(ToolCallContentChunk.of(call.id(), ToolCallContent.text("line 1")));
        turn.update(ToolCallContentChunk.of(call.id(), ToolCallContent.text("line 2")));
        call.complete();
    }

    private void toolWait() {
        CompletableFuture<Void> stopped = new CompletableFuture<>();
        ToolCallHandle call =
                turn.toolCall("A long search", ToolKind.SEARCH).inProgress().onCancel(() -> stopped.complete(null));
        awaitEither(stopped);
        call.cancelled("stopped");
    }

    private void awaitEither(CompletableFuture<Void> stopped) {
        CompletableFuture.anyOf(stopped, turn.cancellation().whenCancelled().toCompletableFuture())
                .join();
    }

    private AgentTerminal make() {
        AgentTerminal terminal =
                turn.session().openTerminal("make all", turn.session().cwd());
        terminal.size(80, 24);
        terminal.write("gr".getBytes(StandardCharsets.UTF_8));
        return terminal;
    }

    private void terminal() {
        AgentTerminal terminal = make();
        for (byte part : "\u00fcn".getBytes(StandardCharsets.UTF_8)) {
            terminal.write(new byte[] {part});
        }
        terminal.exited(0);
    }

    private void terminalWait() {
        CompletableFuture<Void> stopped = new CompletableFuture<>();
        AgentTerminal terminal = make();
        terminal.onCancel(() -> stopped.complete(null));
        awaitEither(stopped);
        terminal.killed("SIGTERM");
    }

    /** What a session has in the background. */
    private record Running(List<BackgroundWork> all) {

        static Running of(AgentSession session) {
            Running known = session.attachment(Running.class);
            if (known == null) {
                known = new Running(new CopyOnWriteArrayList<>());
                session.attach(Running.class, known);
            }
            return known;
        }
    }

    private void background() {
        AgentSession session = turn.session();
        Running running = Running.of(session);
        AgentTerminal terminal = make();
        BackgroundWork listed = BackgroundTerminal.of(terminal.id());
        running.all().add(listed);
        session.background(running.all());
        terminal.onCancel(() -> {
            terminal.killed("SIGTERM");
            running.all().remove(listed);
            session.background(running.all());
        });
    }

    private void command() {
        RequestPermissionRequest question = RequestPermissionRequest.builder(
                        turn.session().id(),
                        List.of(PermissionOption.allowOnce("yes", "Yes"), PermissionOption.rejectOnce("no", "No")))
                .title("Build everything?")
                .subject(CommandPermissionSubject.of("make all", turn.session().cwd()))
                .build();
        ToolCallHandle call = turn.toolCall("make all", ToolKind.EXECUTE);
        if (turn.client().requestPermission(question).isAllowed()) {
            call.inProgress();
            call.complete("made");
        } else {
            call.fail("not allowed");
        }
    }
}
