package io.acp4j.interop.agent;

import io.acp4j.agent.AcpAgentBuilder;
import io.acp4j.agent.AgentConnection;
import io.acp4j.agent.Client;
import io.acp4j.interop.ExtensionMethods;
import io.acp4j.rpc.RequestCancelledException;
import io.acp4j.rpc.RequestContext;
import io.acp4j.schema.init.ClientSessionCapabilities;
import io.acp4j.schema.init.Implementation;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.method.Capabilities;
import io.acp4j.schema.method.Methods;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Answers the extension methods. */
final class Extensions {

    private final List<String> notes = new CopyOnWriteArrayList<>();

    void register(AcpAgentBuilder agent) {
        agent.onRequest(ExtensionMethods.ECHO, (params, context) -> RawJson.of(Map.of("echo", params)))
                .onNotification(
                        ExtensionMethods.NOTE,
                        (params, connection) ->
                                notes.add(params.toTree().path("text").asText()))
                .onRequest(ExtensionMethods.NOTES, (params, context) -> RawJson.of(Map.of("notes", notes)))
                .onRequest(
                        ExtensionMethods.CLIENT,
                        (params, context) ->
                                describe(AgentConnection.of(context).client()))
                .onRequestAsync(ExtensionMethods.WAIT, (params, context) -> untilCancelled(context));
    }

    private static RawJson describe(Client client) {
        Map<String, @Nullable Object> description = new LinkedHashMap<>();
        Implementation info = client.info();
        description.put("name", info == null ? null : info.name());
        description.put("readTextFile", client.supports(Methods.FS_READ_TEXT_FILE));
        description.put("writeTextFile", client.supports(Methods.FS_WRITE_TEXT_FILE));
        description.put("terminal", client.supports(Methods.TERMINAL_CREATE));
        description.put("elicitationForm", Capabilities.ELICITATION_FORM.in(client.capabilities()));
        description.put("elicitationUrl", Capabilities.ELICITATION_URL.in(client.capabilities()));
        ClientSessionCapabilities session = client.capabilities().session();
        description.put(
                "booleanOptions",
                session != null
                        && session.configOptions() != null
                        && session.configOptions().booleanOptions() != null);
        return RawJson.of(description);
    }

    private static CompletionStage<RawJson> untilCancelled(RequestContext context) {
        CompletableFuture<RawJson> answer = new CompletableFuture<>();
        context.cancellation()
                .onCancel(() -> answer.completeExceptionally(new RequestCancelledException("as asked", null)));
        return answer;
    }
}
