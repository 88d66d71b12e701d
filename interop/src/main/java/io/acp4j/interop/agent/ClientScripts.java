package io.acp4j.interop.agent;

import io.acp4j.agent.PermissionDecision;
import io.acp4j.agent.RemoteTerminal;
import io.acp4j.agent.ToolCallHandle;
import io.acp4j.interop.ExtensionMethods;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.ElicitationId;
import io.acp4j.schema.elicitation.BooleanPropertySchema;
import io.acp4j.schema.elicitation.CreateElicitationRequest;
import io.acp4j.schema.elicitation.CreateElicitationResponse;
import io.acp4j.schema.elicitation.ElicitationAccepted;
import io.acp4j.schema.elicitation.ElicitationDeclined;
import io.acp4j.schema.elicitation.ElicitationSchema;
import io.acp4j.schema.elicitation.ElicitationScope;
import io.acp4j.schema.elicitation.FormElicitationRequest;
import io.acp4j.schema.elicitation.IntegerPropertySchema;
import io.acp4j.schema.elicitation.StringPropertySchema;
import io.acp4j.schema.elicitation.UrlElicitationRequest;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.mcp.EnvVariable;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.permission.SelectedPermissionOutcome;
import io.acp4j.schema.terminal.CreateTerminalRequest;
import io.acp4j.schema.terminal.TerminalExitStatus;
import io.acp4j.schema.terminal.TerminalOutputResponse;
import io.acp4j.schema.tool.ToolCallContent;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.ToolCallUpdate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** The scripts that ask something of the client. */
final class ClientScripts {

    private ClientScripts() {}

    static Map<String, Script> all() {
        return Map.of(
                "permission", ClientScripts::permission,
                "read", ClientScripts::read,
                "write", ClientScripts::write,
                "terminal", turn -> turn.attempt(() -> inTerminal(turn, terminal -> {})),
                "terminal-kill", turn -> turn.attempt(() -> inTerminal(turn, RemoteTerminal::kill)),
                "elicit", ClientScripts::elicit,
                "elicit-url", ClientScripts::elicitUrl,
                "ext", ClientScripts::ext,
                "hang", ClientScripts::hang);
    }

    private static void permission(ScriptedTurn turn) throws Exception {
        ToolCall call = ToolCall.builder(turn.newToolCallId(), "Delete")
                .kind(ToolKind.DELETE)
                .status(ToolCallStatus.PENDING)
                .build();
        ToolCallHandle handle = turn.turn().toolCall(call);
        turn.session().remember(call);
        turn.attempt(() -> {
            PermissionDecision decision = turn.turn()
                    .requestPermission(
                            handle,
                            PermissionOption.allowOnce("allow", "Allow"),
                            PermissionOption.allowAlways("allow-always", "Always allow"),
                            PermissionOption.rejectOnce("reject", "Reject"),
                            PermissionOption.rejectAlways("reject-always", "Always reject"));
            return decision.outcome() instanceof SelectedPermissionOutcome selected
                    ? "selected " + selected.optionId().value()
                    : "cancelled";
        });
    }

    private static void read(ScriptedTurn turn) throws Exception {
        List<String> words = words(turn);
        turn.attempt(() -> words.size() == 1
                ? turn.client().readTextFile(words.get(0))
                : turn.client().readTextFile(words.get(0), Long.valueOf(words.get(1)), Long.valueOf(words.get(2))));
    }

    private static void write(ScriptedTurn turn) throws Exception {
        int space = turn.rest().indexOf(' ');
        turn.attempt(() -> {
            turn.client()
                    .writeTextFile(turn.rest().substring(0, space), turn.rest().substring(space + 1));
            return "done";
        });
    }

    private static List<String> words(ScriptedTurn turn) {
        return Arrays.asList(turn.rest().split(" ", -1));
    }

    private static String inTerminal(ScriptedTurn turn, Consumer<RemoteTerminal> action) {
        List<String> words = words(turn);
        CreateTerminalRequest request = CreateTerminalRequest.builder(turn.sessionId(), words.get(0))
                .args(words.subList(1, words.size()))
                .cwd(turn.session().cwd())
                .env(List.of(EnvVariable.of("ACP4J_INTEROP", "yes")))
                .outputByteLimit(4096L)
                .build();
        try (RemoteTerminal terminal = turn.client().createTerminal(request)) {
            ToolCall call = ToolCall.builder(turn.newToolCallId(), turn.rest())
                    .kind(ToolKind.EXECUTE)
                    .status(ToolCallStatus.IN_PROGRESS)
                    .content(List.of(ToolCallContent.terminal(terminal.id())))
                    .build();
            turn.update(call);
            action.accept(terminal);
            TerminalExitStatus exit = terminal.waitForExit();
            TerminalOutputResponse output = terminal.output();
            turn.update(ToolCallUpdate.builder(call.toolCallId())
                    .status(ToolCallStatus.COMPLETED)
                    .build());
            String end = exit.signal() != null ? "signal " + exit.signal() : "exit " + exit.exitCode();
            return end + ", " + (output.truncated() ? "truncated" : "whole") + ", "
                    + output.output().strip();
        }
    }

    private static void elicit(ScriptedTurn turn) throws Exception {
        ElicitationSchema form = ElicitationSchema.builder()
                .required(
                        "name",
                        StringPropertySchema.builder()
                                .title("Name")
                                .minLength(1L)
                                .build())
                .optional("age", IntegerPropertySchema.builder().minimum(0L).build())
                .optional(
                        "colour",
                        StringPropertySchema.builder()
                                .values(List.of("red", "green"))
                                .defaultValue("red")
                                .build())
                .optional(
                        "sure",
                        BooleanPropertySchema.builder().defaultValue(true).build())
                .build();
        ask(turn, FormElicitationRequest.of(ElicitationScope.of(turn.sessionId()), "Who are you?", form));
    }

    private static void elicitUrl(ScriptedTurn turn) throws Exception {
        ask(
                turn,
                UrlElicitationRequest.of(
                        ElicitationScope.of(turn.sessionId()),
                        "Please sign in",
                        new ElicitationId("elicitation-1"),
                        "https://example.com/sign-in"));
    }

    private static void ask(ScriptedTurn turn, CreateElicitationRequest request) throws Exception {
        turn.attempt(() -> {
            CreateElicitationResponse answer;
            try {
                answer = turn.client().elicit(request);
            } catch (UnsupportedCapabilityException e) {
                return "unsupported";
            }
            if (request instanceof UrlElicitationRequest url) {
                turn.client().completeElicitation(url.elicitationId());
            }
            return describe(answer, request instanceof FormElicitationRequest);
        });
    }

    private static String describe(CreateElicitationResponse answer, boolean withContent) {
        if (answer instanceof ElicitationAccepted accepted) {
            return withContent && accepted.content() != null
                    ? "accept " + RawJson.of(new TreeMap<>(accepted.content())).toJson()
                    : "accept";
        }
        return answer instanceof ElicitationDeclined ? "decline" : "cancel";
    }

    private static void ext(ScriptedTurn turn) throws Exception {
        turn.client().notify(ExtensionMethods.NOTE, RawJson.of(Map.of("text", "note from the agent")));
        turn.attempt(() -> turn.client()
                .request(ExtensionMethods.PING, RawJson.parse("{\"value\":\"ping\",\"nested\":{\"list\":[1,null]}}"))
                .toTree()
                .path("value")
                .asText());
    }

    private static void hang(ScriptedTurn turn) throws Exception {
        turn.attempt(() -> {
            CompletableFuture<RawJson> answer = turn.client().requestAsync(ExtensionMethods.HANG, RawJson.EMPTY_OBJECT);
            answer.cancel(false);
            answer.join();
            return "answered";
        });
    }
}
