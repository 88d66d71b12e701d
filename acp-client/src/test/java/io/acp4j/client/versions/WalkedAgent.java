package io.acp4j.client.versions;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.AcpClient;
import io.acp4j.client.AcpClientBuilder;
import io.acp4j.client.testing.RawAgent;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What the agent of {@link CrossingsWalkTest} says about its one session, in either version. */
final class WalkedAgent {

    static final String ID = "s1";

    private final RawAgent raw = new RawAgent();
    private final int version;

    WalkedAgent(int version) {
        this.version = version;
    }

    boolean isOlder() {
        return version == 1;
    }

    RawAgent raw() {
        return raw;
    }

    AcpClient connect(Consumer<AcpClientBuilder> settings) {
        String session = "'delete':{},'archive':{},'title':{}";
        String older = "{'protocolVersion':1,'agentCapabilities':{'loadSession':true,'sessionCapabilities':{" + session
                + ",'resume':{},'close':{}}}}";
        return raw.connectTo(version == 1 ? older : V2Fixture.response("{'session':{" + session + "}}"), settings);
    }

    JsonNode expect(String method) {
        return raw.expect(method);
    }

    /** Inserts a prompt; the message goes back before the response or after it. */
    void insert(JsonNode prompt, String id, boolean echoFirst) {
        if (echoFirst) {
            V2Fixture.echo(raw, ID, id, id);
        }
        V2Fixture.insert(raw, prompt, id);
        if (!echoFirst) {
            V2Fixture.echo(raw, ID, id, id);
        }
    }

    void end(JsonNode prompt, String reason) {
        raw.result(prompt, "{'stopReason':'" + reason + "'}");
    }

    void withdrawn(JsonNode prompt) {
        raw.error(prompt, -32800, "cancelled");
    }

    void done(JsonNode request) {
        raw.result(request, "{}");
    }

    /**
     * Sends the state of the session.
     *
     * @param background what goes on in its background; null when that is not told
     */
    void state(String state, @Nullable List<String> background, String members) {
        String listed = background == null
                ? ""
                : ",'background':"
                        + background.stream()
                                .map(id -> "{'type':'tool_call','toolCallId':'" + id + "'}")
                                .toList();
        raw.update(ID, "{'sessionUpdate':'state_update','state':'" + state + "'" + listed + members + "}");
    }

    void say(String id) {
        raw.update(ID, message("agent_message_chunk", id, block(id)));
    }

    /** Replaces a message, or clears it when there is no text. */
    void change(String id, String text) {
        raw.update(ID, message("agent_message", id, text.isEmpty() ? "null" : "[" + block(text) + "]"));
    }

    private static String block(String text) {
        return "{'type':'text','text':'" + text + "'}";
    }

    private static String message(String kind, String id, String content) {
        return "{'sessionUpdate':'" + kind + "','messageId':'" + id + "','content':" + content + "}";
    }

    void call(String id) {
        raw.update(
                ID,
                "{'sessionUpdate':'tool_call_update','toolCallId':'" + id
                        + "','title':'Build','status':'in_progress','capabilities':{'cancel':{}}}");
    }

    void callCancelled(String id) {
        raw.update(ID, "{'sessionUpdate':'tool_call_update','toolCallId':'" + id + "','status':'cancelled'}");
    }

    void title(String title) {
        raw.update(ID, "{'sessionUpdate':'session_info_update','title':'" + title + "'}");
    }

    void ask(String id) {
        String call = "{'toolCallId':'q" + id + "','title':'Delete'}";
        raw.request(
                id,
                "session/request_permission",
                "{'sessionId':'" + ID + "',"
                        + (version == 1
                                ? "'toolCall':" + call
                                : "'title':'Delete?','subject':{'type':'tool_call','toolCall':" + call + "}")
                        + ",'options':[{'optionId':'yes','name':'Yes','kind':'allow_once'}]}");
    }

    void withdraw(String question) {
        raw.notification("$/cancel_request", "{'requestId':" + question + "}");
    }

    /**
     * Shows again what there is.
     *
     * @param texts what was said, as {@code user:text} and {@code agent:text}, by the ids of messages
     */
    void replay(Map<String, String> texts, List<String> background, @Nullable String title) {
        texts.forEach((id, text) -> {
            String said = text.substring(text.indexOf(':') + 1);
            String kind = text.startsWith("user") ? "user_message" : "agent_message";
            raw.update(
                    ID,
                    version == 1
                            ? message(kind + "_chunk", id, block(said))
                            : message(kind, id, said.isEmpty() ? "[]" : "[" + block(said) + "]"));
        });
        background.forEach(this::call);
        if (title != null) {
            title(title);
        }
    }
}
