package io.acp4j.client.internal.session;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.RequestContext;
import io.acp4j.rpc.RequestHandler;
import io.acp4j.schema.ElicitationId;
import io.acp4j.schema.elicitation.CompleteElicitationNotification;
import io.acp4j.schema.elicitation.CreateElicitationRequest;
import io.acp4j.schema.elicitation.CreateElicitationResponse;
import io.acp4j.schema.elicitation.FormElicitationRequest;
import io.acp4j.schema.elicitation.UrlElicitationRequest;
import io.acp4j.schema.init.ElicitationCapabilities;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the agent asks of the user: forms to fill in and pages to visit. */
public final class Elicitations {

    /** How many pages whose visit has not been completed are kept in mind; beyond that the oldest is forgotten. */
    private static final int MAX_OUTSTANDING = 1024;

    private static final Logger LOG = LoggerFactory.getLogger(Elicitations.class);

    private final Set<String> unhandledModes = ConcurrentHashMap.newKeySet();
    private @Nullable RequestHandler<FormElicitationRequest, CreateElicitationResponse, RequestContext> forms;
    private @Nullable RequestHandler<UrlElicitationRequest, CreateElicitationResponse, RequestContext> urls;
    private @Nullable Consumer<ElicitationId> completed;

    private final Set<ElicitationId> outstanding =
            Collections.synchronizedSet(Collections.newSetFromMap(new LinkedHashMap<>() {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<ElicitationId, Boolean> eldest) {
                    return size() > MAX_OUTSTANDING;
                }
            }));

    public void forms(RequestHandler<FormElicitationRequest, CreateElicitationResponse, RequestContext> handler) {
        forms = handler;
    }

    public void urls(RequestHandler<UrlElicitationRequest, CreateElicitationResponse, RequestContext> handler) {
        urls = handler;
    }

    public void completed(Consumer<ElicitationId> listener) {
        completed = listener;
    }

    /** Adds the modes that are handled to what is advertised anyway. */
    @Nullable
    public ElicitationCapabilities advertise(@Nullable ElicitationCapabilities base) {
        if (forms == null && urls == null) {
            return base;
        }
        ElicitationCapabilities.Builder builder = (base == null ? ElicitationCapabilities.NONE : base).toBuilder();
        if (forms != null) {
            builder.form();
        }
        if (urls != null) {
            builder.url();
        }
        return builder.build();
    }

    public boolean areHandled() {
        return forms != null || urls != null;
    }

    public CompletionStage<CreateElicitationResponse> create(CreateElicitationRequest request, RequestContext context) {
        if (request instanceof FormElicitationRequest form && forms != null) {
            return ask(forms, form, context);
        }
        if (request instanceof UrlElicitationRequest url && urls != null) {
            outstanding.add(url.elicitationId());
            return ask(urls, url, context);
        }
        String remedy = request instanceof UrlElicitationRequest ? "onUrlElicitation" : "onFormElicitation";
        if (unhandledModes.add(remedy)) {
            LOG.warn(
                    "the agent requested a mode of elicitation without a handler; the response is an error. Set AcpClientBuilder.{}",
                    remedy);
        }
        throw AcpErrorException.invalidParams("unsupported_mode", "This mode of elicitation was not advertised");
    }

    private static <P> CompletionStage<CreateElicitationResponse> ask(
            RequestHandler<P, CreateElicitationResponse, RequestContext> handler, P request, RequestContext context) {
        return Asking.begin(
                (asked, asking) -> CompletableFuture.completedFuture(handler.handle(asked, asking)), request, context);
    }

    /** Called when a visit is complete; ids that are not known, or no longer, are to be ignored. */
    public void complete(CompleteElicitationNotification notification) {
        if (outstanding.remove(notification.elicitationId()) && completed != null) {
            completed.accept(notification.elicitationId());
        }
    }
}
