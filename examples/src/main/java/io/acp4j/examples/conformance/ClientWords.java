package io.acp4j.examples.conformance;

import io.acp4j.agent.PermissionDecision;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.RemoteTerminal;
import io.acp4j.agent.ToolCallHandle;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.ElicitationId;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.elicitation.BooleanPropertySchema;
import io.acp4j.schema.elicitation.ElicitationAccepted;
import io.acp4j.schema.elicitation.ElicitationSchema;
import io.acp4j.schema.elicitation.ElicitationScope;
import io.acp4j.schema.elicitation.FormElicitationRequest;
import io.acp4j.schema.elicitation.StringPropertySchema;
import io.acp4j.schema.elicitation.UrlElicitationRequest;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.tool.ToolCallContent;
import io.acp4j.schema.tool.ToolKind;
import java.util.concurrent.atomic.AtomicInteger;

/** The words that ask something of the client. What it does not offer, or refuses, is told and no more. */
final class ClientWords {

    private static final RequestMethod<RawJson, RawJson> PING =
            RequestMethod.extension("_acp4j.example/ping", RawJson.CODEC, RawJson.CODEC);

    private static final AtomicInteger ELICITATIONS = new AtomicInteger();

    private final PromptTurn turn;

    ClientWords(PromptTurn turn) {
        this.turn = turn;
    }

    void act(String word, String rest) {
        try {
            switch (word) {
                case "permission" -> permission();
                case "read" ->
                    turn.say("read " + turn.client().readTextFile(rest).length() + " characters");
                case "write" -> {
                    turn.client().writeTextFile(rest, "text\n");
                    turn.say("written");
                }
                case "terminal" -> terminal();
                case "elicit-form" -> form();
                case "elicit-url" -> url();
                case "extension" -> turn.client().request(PING, RawJson.EMPTY_OBJECT);
                default -> turn.say("I do not know what " + word + " asks for");
            }
        } catch (UnsupportedCapabilityException | AcpErrorException e) {
            if (turn.cancellation().isCancelled()) {
                throw e;
            }
            turn.say("that did not work");
        }
    }

    private void permission() {
        ToolCallHandle call = turn.toolCall("Delete a file", ToolKind.DELETE);
        PermissionDecision decision = turn.requestPermission(
                call, PermissionOption.allowOnce("yes", "Yes"), PermissionOption.rejectOnce("no", "No"));
        if (decision.isAllowed()) {
            call.inProgress();
            call.complete("deleted");
        } else {
            call.fail("not allowed");
        }
    }

    private void form() {
        ElicitationSchema schema = ElicitationSchema.builder()
                .required("name", StringPropertySchema.builder().title("Name").build())
                .optional("sure", BooleanPropertySchema.builder().build())
                .build();
        turn.client()
                .elicit(FormElicitationRequest.of(
                        ElicitationScope.of(turn.session().id()), "Who are you?", schema));
        turn.say("asked");
    }

    private void url() {
        UrlElicitationRequest request = UrlElicitationRequest.of(
                ElicitationScope.of(turn.session().id()),
                "Please sign in",
                new ElicitationId("elicitation-" + ELICITATIONS.incrementAndGet()),
                "https://example.com/sign-in");
        if (turn.client().elicit(request) instanceof ElicitationAccepted) {
            turn.client().completeElicitation(request.elicitationId());
        }
        turn.say("asked");
    }

    private void terminal() {
        try (RemoteTerminal terminal = turn.client().createTerminal("echo", "done")) {
            ToolCallHandle call = turn.toolCall("echo done", ToolKind.EXECUTE);
            call.content(ToolCallContent.terminal(terminal.id()));
            call.inProgress();
            terminal.waitForExit();
            call.complete(terminal.output().output());
        }
    }
}
