package io.acp4j.benchmarks.javasdk;

import com.agentclientprotocol.sdk.agent.SyncPromptContext;
import com.agentclientprotocol.sdk.spec.AcpSchema.AgentMessageChunk;
import com.agentclientprotocol.sdk.spec.AcpSchema.AgentThoughtChunk;
import com.agentclientprotocol.sdk.spec.AcpSchema.CurrentModeUpdate;
import com.agentclientprotocol.sdk.spec.AcpSchema.PermissionOption;
import com.agentclientprotocol.sdk.spec.AcpSchema.PermissionOptionKind;
import com.agentclientprotocol.sdk.spec.AcpSchema.PermissionSelected;
import com.agentclientprotocol.sdk.spec.AcpSchema.Plan;
import com.agentclientprotocol.sdk.spec.AcpSchema.PlanEntry;
import com.agentclientprotocol.sdk.spec.AcpSchema.PlanEntryPriority;
import com.agentclientprotocol.sdk.spec.AcpSchema.PlanEntryStatus;
import com.agentclientprotocol.sdk.spec.AcpSchema.ReadTextFileRequest;
import com.agentclientprotocol.sdk.spec.AcpSchema.RequestPermissionRequest;
import com.agentclientprotocol.sdk.spec.AcpSchema.SessionUpdate;
import com.agentclientprotocol.sdk.spec.AcpSchema.StopReason;
import com.agentclientprotocol.sdk.spec.AcpSchema.TextContent;
import com.agentclientprotocol.sdk.spec.AcpSchema.ToolCall;
import com.agentclientprotocol.sdk.spec.AcpSchema.ToolCallContentBlock;
import com.agentclientprotocol.sdk.spec.AcpSchema.ToolCallDiff;
import com.agentclientprotocol.sdk.spec.AcpSchema.ToolCallLocation;
import com.agentclientprotocol.sdk.spec.AcpSchema.ToolCallStatus;
import com.agentclientprotocol.sdk.spec.AcpSchema.ToolCallUpdate;
import com.agentclientprotocol.sdk.spec.AcpSchema.ToolCallUpdateNotification;
import com.agentclientprotocol.sdk.spec.AcpSchema.ToolKind;
import com.agentclientprotocol.sdk.spec.AcpSchema.WriteTextFileRequest;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The words of the prompt vocabulary that {@link CertifiedAgent} follows. */
final class CertifiedWords {

    static final String PREFIX = "tck: ";

    private static final String FILE = "/tmp/acp-tck-example.txt";
    private static final String WORDS = "say chunks messages text-tool-text thought tool plan mode permission read write wait"
            + " large history stop";

    private final CertifiedSession session;
    private final SyncPromptContext context;

    CertifiedWords(CertifiedSession session, SyncPromptContext context) {
        this.session = session;
        this.context = context;
    }

    StopReason answer(String text) {
        say("I have heard " + text.length() + " characters");
        return StopReason.END_TURN;
    }

    StopReason act(String command) {
        int space = command.indexOf(' ');
        String word = space < 0 ? command : command.substring(0, space);
        String rest = space < 0 ? "" : command.substring(space + 1);
        switch (word) {
            case "vocabulary" -> say("tck-vocabulary: " + WORDS);
            case "say" -> say(rest);
            case "chunks" ->
                say(IntStream.rangeClosed(1, Integer.parseInt(rest))
                        .mapToObj(number -> number + " ")
                        .toArray(String[]::new));
            case "messages" ->
                IntStream.rangeClosed(1, Integer.parseInt(rest)).forEach(number -> say("message ", "" + number));
            case "text-tool-text" -> {
                say("before the tool");
                tool();
                say("after the tool");
            }
            case "thought" -> {
                String id = session.newMessageId();
                update(new AgentThoughtChunk("agent_thought_chunk", new TextContent("let me "), id));
                update(new AgentThoughtChunk("agent_thought_chunk", new TextContent("think"), id));
                say("a thoughtful answer");
            }
            case "tool" -> tool();
            case "plan" -> plan();
            case "mode" -> {
                session.setMode("code");
                update(new CurrentModeUpdate("current_mode_update", "code"));
            }
            case "permission" -> permission();
            case "read" -> {
                if (context.getClientCapabilities().supportsReadTextFile()) {
                    attempt(() -> context.readTextFile(new ReadTextFileRequest(session.id(), rest, null, null)));
                }
            }
            case "write" -> {
                if (context.getClientCapabilities().supportsWriteTextFile()) {
                    attempt(() -> context.writeTextFile(new WriteTextFileRequest(session.id(), rest, "text\n")));
                }
            }
            case "wait" -> {
                say("waiting");
                await();
            }
            case "large" -> say("x".repeat(Integer.parseInt(rest)));
            case "history" -> history();
            case "stop" -> {
                say("stopping");
                return StopReason.valueOf(rest.toUpperCase(Locale.ROOT));
            }
            default -> say("I do not know that word");
        }
        return StopReason.END_TURN;
    }

    private void update(SessionUpdate update) {
        context.sendUpdate(session.id(), update);
    }

    private void say(String... chunks) {
        String id = session.newMessageId();
        for (String chunk : chunks) {
            update(new AgentMessageChunk("agent_message_chunk", new TextContent(chunk), id));
        }
        session.keep(id, String.join("", chunks));
    }

    private void attempt(Runnable request) {
        try {
            request.run();
        } catch (RuntimeException e) {
            if (!session.isCancelled()) {
                say("that did not work");
            }
        }
    }

    private void await() {
        try {
            session.cancellation().await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void toolUpdate(String id, ToolCallStatus status, boolean shown) {
        update(new ToolCallUpdateNotification(
                "tool_call_update",
                id,
                null,
                null,
                status,
                shown
                        ? List.of(
                                new ToolCallContentBlock("content", new TextContent("edited")),
                                new ToolCallDiff("diff", FILE, "a\n", "b\n"))
                        : null,
                null,
                null,
                null,
                null));
    }

    private String toolCall(ToolKind kind) {
        String id = "call-" + session.newMessageId();
        update(new ToolCall(
                "tool_call",
                id,
                "A tool",
                kind,
                ToolCallStatus.PENDING,
                null,
                List.of(new ToolCallLocation(FILE, 3)),
                null,
                null,
                null));
        return id;
    }

    private void tool() {
        String id = toolCall(ToolKind.EDIT);
        toolUpdate(id, ToolCallStatus.IN_PROGRESS, false);
        toolUpdate(id, ToolCallStatus.COMPLETED, true);
    }

    private void plan() {
        for (PlanEntryStatus status : List.of(PlanEntryStatus.IN_PROGRESS, PlanEntryStatus.COMPLETED)) {
            update(new Plan(
                    "plan",
                    List.of(
                            new PlanEntry("First", PlanEntryPriority.HIGH, status),
                            new PlanEntry("Second", PlanEntryPriority.LOW, PlanEntryStatus.PENDING))));
        }
    }

    private void permission() {
        String id = toolCall(ToolKind.EXECUTE);
        boolean[] allowed = {false};
        attempt(() -> {
            var outcome = context.requestPermission(new RequestPermissionRequest(
                            session.id(),
                            new ToolCallUpdate(
                                    id, "A tool", ToolKind.EXECUTE, ToolCallStatus.PENDING, null, null, null, null),
                            List.of(
                                    new PermissionOption("yes", "Yes", PermissionOptionKind.ALLOW_ONCE),
                                    new PermissionOption("no", "No", PermissionOptionKind.REJECT_ONCE))))
                    .outcome();
            allowed[0] = outcome instanceof PermissionSelected selected
                    && selected.optionId().equals("yes");
        });
        toolUpdate(id, allowed[0] ? ToolCallStatus.COMPLETED : ToolCallStatus.FAILED, false);
    }

    private void history() {
        List<CertifiedSession.Said> all = session.history();
        say(all.subList(0, all.size() - 1).stream()
                .map(said -> "{\"role\":\"" + (said.byUser() ? "user" : "agent") + "\",\"text\":\""
                        + said.text().replace("\\", "\\\\").replace("\"", "\\\"") + "\"}")
                .collect(Collectors.joining(",", "[", "]")));
    }
}
