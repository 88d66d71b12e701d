package io.acp4j.inspector.drive;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.client.AcpClientBuilder;
import io.acp4j.client.host.ElicitationForms;
import io.acp4j.client.host.FileSystemService;
import io.acp4j.client.host.HostCommand;
import io.acp4j.client.host.HostFile;
import io.acp4j.client.host.PermissionQuestion;
import io.acp4j.client.host.TerminalObserver;
import io.acp4j.client.host.TerminalService;
import io.acp4j.inspector.page.PageException;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.elicitation.CreateElicitationResponse;
import io.acp4j.schema.elicitation.ElicitationContentValue;
import io.acp4j.schema.elicitation.ElicitationSchema;
import io.acp4j.schema.elicitation.UrlElicitationRequest;
import io.acp4j.schema.json.SchemaException;
import io.acp4j.schema.permission.RequestPermissionRequest;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.update.ToolCallUpdate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Turns what the agent asks of its client into questions to the user: nothing is written, run or allowed without one. */
final class UserServices {

    private static final int PREVIEW = 20_000;

    private final Questions questions;
    private final Function<SessionId, @Nullable String> keys;
    private final TerminalObserver terminals;

    UserServices(Questions questions, Function<SessionId, @Nullable String> keys, TerminalObserver terminals) {
        this.terminals = terminals;
        this.questions = questions;
        this.keys = keys;
    }

    /** Registers what the user has chosen to offer to the agent. */
    void register(AcpClientBuilder builder, OfferedCapabilities offered) {
        builder.onPermissionAsync((request, context) -> permission(request));
        if (offered.writeFiles()) {
            builder.host(FileSystemService.readWrite(this::mayWrite));
        } else if (offered.readFiles()) {
            builder.host(FileSystemService.readOnly());
        }
        if (offered.terminals()) {
            builder.host(
                    TerminalService.builder(this::mayRun).observer(terminals).build());
        }
        if (offered.forms()) {
            builder.host(ElicitationForms.of(this::fill)).onUrlElicitation((request, context) -> url(request));
        }
    }

    private @Nullable String key(@Nullable SessionId session) {
        return session == null ? null : keys.apply(session);
    }

    private CompletionStage<RequestPermissionResponse> permission(RequestPermissionRequest request) {
        ObjectNode shown = question("permission");
        ToolCallUpdate call = request.toolCall();
        String title = request.title() == null && call != null ? call.title().value() : request.title();
        shown.put("title", title == null ? "The agent asks for permission" : Shown.line(title));
        if (call != null) {
            shown.put("call", Shown.line(call.toolCallId().value()));
            shown.put("detail", Shown.pretty(call.rawInput().value()));
        }
        ArrayNode options = shown.putArray("options");
        List<String> names = PermissionQuestion.names(request.options());
        for (int i = 0; i < names.size(); i++) {
            options.addObject()
                    .put("name", Shown.line(names.get(i)))
                    .put("kind", Shown.line(request.options().get(i).kind().toString()));
        }
        return questions.ask(key(request.sessionId()), shown, answer -> {
            int index = answer.path("option").asInt(-1);
            return index < 0 || index >= request.options().size()
                    ? RequestPermissionResponse.cancelled()
                    : RequestPermissionResponse.selected(
                            request.options().get(index).optionId());
        });
    }

    private boolean mayWrite(HostFile file, String content) throws InterruptedException {
        ObjectNode shown = question("write");
        shown.put("title", "Write " + Shown.line(file.requested().toString()));
        shown.put("detail", Shown.text(content.length() > PREVIEW ? content.substring(0, PREVIEW) + "…" : content));
        return yesOrNo(file.session().id(), shown);
    }

    private boolean mayRun(HostCommand command) throws InterruptedException {
        ObjectNode shown = question("command");
        shown.put("title", "Run a command in " + Shown.line(command.directory().toString()));
        shown.put("detail", Shown.text(command.commandLine()));
        return yesOrNo(command.session().id(), shown);
    }

    private boolean yesOrNo(SessionId session, ObjectNode shown) throws InterruptedException {
        shown.putArray("options")
                .add(Shown.NODES.objectNode().put("name", "Allow").put("kind", "allow_once"))
                .add(Shown.NODES.objectNode().put("name", "Refuse").put("kind", "reject_once"));
        return questions.askAndWait(
                key(session), shown, answer -> answer.path("option").asInt(-1) == 0);
    }

    private CreateElicitationResponse fill(ElicitationForms.Form form) throws InterruptedException {
        ObjectNode shown = question("form");
        shown.put("title", Shown.text(form.request().message()));
        shown.set("schema", Shown.of(ElicitationSchema.CODEC, form.request().requestedSchema()));
        ObjectNode answers = shown.putObject("answers");
        form.answers().forEach((name, value) -> answers.set(name, Shown.of(ElicitationContentValue.CODEC, value)));
        ArrayNode faults = shown.putArray("faults");
        for (ElicitationForms.FormError fault : form.faults()) {
            faults.addObject().put("field", Shown.line(fault.field())).put("problem", Shown.line(fault.problem()));
        }
        List<String> names =
                List.copyOf(form.request().requestedSchema().properties().keySet());
        return questions.askAndWait(key(form.request().sessionId()), shown, answer -> response(answer, names));
    }

    /** Fields are named by their places: names are the agent's, and may be anything. */
    private static CreateElicitationResponse response(JsonNode answer, List<String> names) {
        if (answer.path("decline").asBoolean()) {
            return CreateElicitationResponse.declined();
        }
        if (!answer.has("values")) {
            return CreateElicitationResponse.cancelled();
        }
        Map<String, ElicitationContentValue> values = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            JsonNode value = answer.path("values").path(i);
            if (!value.isMissingNode() && !value.isNull()) {
                values.put(names.get(i), value(value));
            }
        }
        return CreateElicitationResponse.accepted(values);
    }

    private static ElicitationContentValue value(JsonNode value) {
        try {
            return ElicitationContentValue.CODEC.decode(Shown.raw(value));
        } catch (SchemaException e) {
            throw new PageException("a form takes texts, numbers, yes or no, and lists of texts");
        }
    }

    private CreateElicitationResponse url(UrlElicitationRequest request) throws InterruptedException {
        ObjectNode shown = question("url");
        shown.put("title", Shown.text(request.message()));
        shown.put("detail", Shown.line(request.url()));
        shown.putArray("options")
                .add(Shown.NODES.objectNode().put("name", "I have opened it").put("kind", "allow_once"))
                .add(Shown.NODES.objectNode().put("name", "Decline").put("kind", "reject_once"));
        return questions.askAndWait(key(request.sessionId()), shown, answer -> switch (answer.path("option")
                .asInt(-1)) {
            case 0 -> CreateElicitationResponse.accepted();
            case 1 -> CreateElicitationResponse.declined();
            default -> CreateElicitationResponse.cancelled();
        });
    }

    private static ObjectNode question(String kind) {
        return Shown.NODES.objectNode().put("kind", kind);
    }
}
