package io.acp4j.interop.client;

import io.acp4j.client.AcpClientBuilder;
import io.acp4j.interop.ExtensionMethods;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.RequestCancelledException;
import io.acp4j.rpc.RequestContext;
import io.acp4j.rpc.RequestHandler;
import io.acp4j.schema.ElicitationId;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.elicitation.CreateElicitationRequest;
import io.acp4j.schema.elicitation.CreateElicitationResponse;
import io.acp4j.schema.fs.ReadTextFileRequest;
import io.acp4j.schema.fs.ReadTextFileResponse;
import io.acp4j.schema.fs.WriteTextFileRequest;
import io.acp4j.schema.fs.WriteTextFileResponse;
import io.acp4j.schema.init.ClientCapabilities;
import io.acp4j.schema.init.ClientSessionCapabilities;
import io.acp4j.schema.init.SessionConfigOptionsCapabilities;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.permission.RequestPermissionRequest;
import io.acp4j.schema.permission.RequestPermissionResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;

/** What our client offers to the agent: permission, files in memory, real terminals, elicitation, extensions. */
final class Host {

    final Map<String, String> files = new ConcurrentHashMap<>();
    final Terminals terminals = new Terminals();
    final BlockingQueue<String> notes = new LinkedBlockingQueue<>();
    final List<RawJson> pings = new CopyOnWriteArrayList<>();
    final BlockingQueue<ElicitationId> completed = new LinkedBlockingQueue<>();

    // What a check may replace for its own exchange.
    volatile RequestHandler<RequestPermissionRequest, RequestPermissionResponse, RequestContext> permission =
            (request, context) ->
                    RequestPermissionResponse.selected(request.options().get(0).optionId());
    volatile RequestHandler<CreateElicitationRequest, CreateElicitationResponse, RequestContext> elicitation =
            (request, context) -> CreateElicitationResponse.cancelled();
    volatile RequestHandler<WriteTextFileRequest, WriteTextFileResponse, RequestContext> write = (request, context) -> {
        files.put(request.path(), request.content());
        return WriteTextFileResponse.EMPTY;
    };

    /** Makes the error by which a check refuses something. */
    static AcpErrorException refusal() {
        return new AcpErrorException(ErrorObject.of(new ErrorCode(-32050), "Refused by the check"));
    }

    AcpClientBuilder serve(AcpClientBuilder client) {
        return client.capabilities(ClientCapabilities.builder()
                        .session(ClientSessionCapabilities.builder()
                                .configOptions(SessionConfigOptionsCapabilities.BOOLEAN)
                                .build())
                        .build())
                .onPermission((request, context) -> permission.handle(request, context))
                .onReadTextFile((request, context) -> read(request))
                .onWriteTextFile((request, context) -> write.handle(request, context))
                .onTerminal(terminals)
                .onFormElicitation((request, context) -> elicitation.handle(request, context))
                .onUrlElicitation((request, context) -> elicitation.handle(request, context))
                .onElicitationComplete(completed::add)
                .onNotification(
                        ExtensionMethods.NOTE,
                        (params, connection) ->
                                notes.add(params.toTree().path("text").asText()))
                .onRequest(ExtensionMethods.PING, (params, context) -> {
                    pings.add(params);
                    return RawJson.of(Map.of("value", "pong"));
                })
                .onRequestAsync(ExtensionMethods.HANG, (params, context) -> {
                    CompletableFuture<RawJson> answer = new CompletableFuture<>();
                    context.cancellation()
                            .onCancel(() ->
                                    answer.completeExceptionally(new RequestCancelledException("as asked", null)));
                    return answer;
                });
    }

    private ReadTextFileResponse read(ReadTextFileRequest request) {
        String content = files.get(request.path());
        if (content == null) {
            throw AcpErrorException.notFound("path", request.path());
        }
        if (request.line() == null && request.limit() == null) {
            return ReadTextFileResponse.of(content);
        }
        Long line = request.line();
        Long limit = request.limit();
        return ReadTextFileResponse.of(String.join(
                "\n",
                content.lines()
                        .skip(line == null ? 0 : line - 1)
                        .limit(limit == null ? Long.MAX_VALUE : limit)
                        .toList()));
    }
}
