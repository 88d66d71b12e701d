package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a reference client does for its agent. */
class ClientHost {

    private static final Set<String> OPTION_KINDS =
            Set.of("allow_once", "allow_always", "reject_once", "reject_always");

    final ReferenceClient client;
    final Faults faults;
    private final ClientTerminals terminals;

    /** Questions that the user has not answered, by request id. */
    final Map<String, JsonNode> questions = new LinkedHashMap<>();

    /** Whether the user has said how to answer questions. */
    private boolean told;

    private String choice;
    private JsonNode elicitation = obj("action", "cancel");

    ClientHost(ReferenceClient client) {
        this.client = client;
        this.faults = client.faults();
        this.terminals = new ClientTerminals(client);
        this.choice = faults.has("unusual:its-user-is-away") ? "wait" : "allow_once";
    }

    /** Returns whether no driver tells its user what to decide. */
    boolean decidesItself() {
        return faults.has("unusual:its-user-is-away") || faults.has("unusual:allows-everything");
    }

    void permit(String newChoice) {
        told = true;
        choice = newChoice;
    }

    void elicit(JsonNode command) {
        told = true;
        elicitation = command;
    }

    boolean isAsking() {
        return !questions.isEmpty();
    }

    void close() {
        terminals.close();
    }

    void request(JsonNode message) {
        JsonNode params = message.path("params");
        ObjectNode answer = respond(message, params, message.path("method").asText());
        if (answer != null) {
            client.respond(message, answer);
        }
    }

    /** Returns what it says to a request; null when its user has to be waited for. */
    @Nullable
    ObjectNode respond(JsonNode message, JsonNode params, String method) {
        return switch (method) {
            case "session/request_permission" -> permission(message, params);
            case "fs/read_text_file" -> read(params);
            case "fs/write_text_file" -> write(params);
            case "elicitation/create" -> elicited(params);
            case "terminal/create", "terminal/output", "terminal/wait_for_exit", "terminal/kill", "terminal/release" ->
                terminals.request(message, params);
            default -> obj("error", ReferenceClient.notFound());
        };
    }

    static ObjectNode invalid(String why) {
        return obj("error", obj("code", -32602, "message", why));
    }

    static ObjectNode outcome(String outcome, @Nullable String option) {
        ObjectNode members = obj("outcome", outcome);
        if (option != null) {
            members.put("optionId", option);
        }
        return obj("result", obj("outcome", members));
    }

    @Nullable
    ObjectNode permission(JsonNode message, JsonNode params) {
        JsonNode options = params.path("options");
        if (!params.path("sessionId").isTextual() || !options.isArray() || !isComplete(params)) {
            return faults.has("answers-anything") && options.isEmpty()
                    ? outcome("cancelled", null)
                    : invalid("no question");
        }
        for (JsonNode option : options) {
            if (faults.has("dislikes-unknown-options")
                    && !OPTION_KINDS.contains(option.path("kind").asText())) {
                return invalid("no such kind");
            }
            if (faults.has("is-busy") && option.path("optionId").asText().equals("two")) {
                return obj("error", obj("code", -32603, "message", "busy"));
            }
        }
        if (!told && faults.has("asks-only-when-told")) {
            return obj("error", ReferenceClient.notFound());
        }
        if (faults.has("refuses-for-sub-agents")
                && params.path("sessionId").asText().endsWith("-child")) {
            return outcome("cancelled", null);
        }
        if (isBeingCancelled(params.path("sessionId").asText()) && !faults.has("asks-after-cancelling")) {
            return outcome("cancelled", null);
        }
        if (choice.equals("wait")) {
            questions.put(message.path("id").asText(), message);
            return null;
        }
        String wanted =
                faults.has("allows-always") && choice.equals("allow_once") && options.size() == 4 && isPlain(options)
                        ? "allow_always"
                        : choice;
        if (faults.has("takes-kinds-for-ids")
                && options.findValuesAsText("optionId").contains(wanted)) {
            return outcome("selected", wanted);
        }
        for (JsonNode option : options) {
            if (option.path("kind").asText().equals(wanted)) {
                if (faults.has("answers-by-name")) {
                    return outcome("selected", option.path("name").asText());
                }
                boolean made = faults.has("makes-up-options") && wanted.equals("reject_once") && isPlain(options);
                return outcome(
                        "selected", made ? "maybe" : option.path("optionId").asText());
            }
        }
        return outcome("cancelled", null);
    }

    /** Returns whether the turn of a session goes on that its user has cancelled. */
    boolean isBeingCancelled(String session) {
        return client.sessions().isBeingCancelled(session);
    }

    /** Returns whether a question says what it is about. */
    boolean isComplete(JsonNode params) {
        return params.path("toolCall").isObject();
    }

    /** Returns whether the ids of options are no other than they seem. */
    private static boolean isPlain(JsonNode options) {
        return options.at("/0/optionId").asText().equals("yes");
    }

    void cancelQuestions(String session) {
        if (faults.has("leaves-questions")) {
            return;
        }
        boolean alone = questions.size() == 1;
        for (JsonNode question : new ArrayList<>(questions.values())) {
            if (question.at("/params/sessionId").asText().equals(session) || faults.has("cancels-all-questions")) {
                boolean wrong = faults.has("selects-when-cancelled") && alone;
                String first = question.at("/params/options/0/optionId").asText();
                client.respond(question, wrong ? outcome("selected", first) : outcome("cancelled", null));
                questions.remove(question.path("id").asText());
                if (faults.has("cancels-one-question")) {
                    return;
                }
            }
        }
    }

    /** The agent takes a request back. */
    void cancel(JsonNode id) {
        if (faults.has("unusual:ignores-cancelled-requests")) {
            return;
        }
        JsonNode question = questions.remove(id.asText());
        if (question != null) {
            int code = faults.has("fails-when-cancelled") ? -32603 : -32800;
            client.respond(question, obj("error", obj("code", code, "message", "Request cancelled")));
        } else if (faults.has("answers-cancellations")) {
            client.respond(obj("id", null, "method", "$/cancel_request"), obj("error", ReferenceClient.notFound()));
        }
    }

    private ObjectNode read(JsonNode params) {
        Path path = Path.of(params.path("path").asText());
        if (faults.has("no-fs") && !faults.has("reads-all-the-same")) {
            return obj("error", ReferenceClient.notFound());
        }
        if (!path.isAbsolute()) {
            if (faults.has("reads-relative")) {
                return obj("result", obj("content", ""));
            } else if (!faults.has("reads-what-relative-paths-find")) {
                return invalid("not absolute");
            }
        }
        try {
            if (!Files.exists(path) && faults.has("reads-what-is-not-there")) {
                return obj("result", obj("content", ""));
            }
            String text = Files.readString(path);
            int line = params.path("line").asInt(1);
            if (params.path("line").isNull() && faults.has("dislikes-null-lines")) {
                return invalid("no line");
            }
            boolean whole = !params.has("line") && !params.has("limit");
            boolean piece = params.has("line") && params.has("limit");
            int limit = !piece && faults.has("ignores-limits") || piece && faults.has("ignores-limits-after-lines")
                    ? Integer.MAX_VALUE
                    : params.path("limit").asInt(Integer.MAX_VALUE);
            List<String> lines = List.of(text.split("(?<=\n)", -1));
            int from = line == 3 && faults.has("counts-from-zero") ? line : line - 1;
            if (piece && faults.has("limits-from-the-beginning")) {
                limit = Math.max(0, limit - from);
            }
            String content =
                    String.join("", lines.stream().skip(from).limit(limit).toList());
            return obj("result", obj("content", whole ? ClientText.read(content, faults) : cut(content)));
        } catch (IOException e) {
            return obj("error", obj("code", -32002, "message", "Resource not found"));
        }
    }

    private String cut(String content) {
        return faults.has("unusual:cuts-newlines") ? content.replaceFirst("\r?\n$", "") : content;
    }

    private ObjectNode write(JsonNode params) {
        Path path = Path.of(params.path("path").asText());
        if (!path.isAbsolute() && !faults.has("writes-relative")) {
            return invalid("not absolute");
        }
        try {
            if (!Files.exists(path) && path.endsWith("new.txt") && faults.has("makes-no-files")) {
                return obj("error", obj("code", -32002, "message", "Resource not found"));
            }
            String content = ClientText.written(params.path("content").asText(), faults);
            if (Files.exists(path) && path.endsWith("a.txt") && faults.has("appends")) {
                Files.writeString(path, content, StandardOpenOption.APPEND);
            } else {
                Files.writeString(path, content);
            }
            return obj("result", faults.has("unusual:null-results") ? null : obj());
        } catch (IOException e) {
            return obj("error", obj("code", -32603, "message", "The file cannot be written"));
        }
    }

    ObjectNode elicited(JsonNode params) {
        if (faults.has("no-elicitation")) {
            return faults.has("elicits-all-the-same")
                    ? obj("result", obj("action", "accept"))
                    : obj("error", ReferenceClient.notFound());
        }
        if (!told && faults.has("elicits-only-when-told")) {
            return obj("error", ReferenceClient.notFound());
        }
        String action = elicitation.path("action").asText();
        boolean form = params.path("mode").asText().equals("form");
        if (form && action.equals("decline") && faults.has("cancels-for-declined")) {
            action = "cancel";
        } else if (form && action.equals("cancel") && faults.has("declines-for-cancelled")) {
            action = "decline";
        } else if (!form && faults.has("accepts-addresses")) {
            action = "accept";
        }
        ObjectNode result = obj("action", action);
        if (form && action.equals("accept")) {
            ObjectNode content = elicitation.path("content").deepCopy();
            if (faults.has("forgets-answers")) {
                content.remove("age");
            }
            result.set("content", content);
        }
        return obj("result", result);
    }
}
