package io.acp4j.agent.internal.protocol;

import io.acp4j.agent.SessionOrigin;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.session.ForkSessionRequest;
import io.acp4j.schema.session.ForkSessionResponse;
import io.acp4j.schema.session.LoadSessionRequest;
import io.acp4j.schema.session.LoadSessionResponse;
import io.acp4j.schema.session.NewSessionRequest;
import io.acp4j.schema.session.NewSessionResponse;
import io.acp4j.schema.session.ResumeSessionRequest;
import io.acp4j.schema.session.ResumeSessionResponse;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One way to open a session by one of the four requests that do: what all of them have in common, read from and written to the types
 * of each.
 *
 * @param <P> the type of the request
 * @param <R> the type of the response
 * @param wire the method
 * @param kind which request it is
 * @param surroundings reads where the session works
 * @param reopened reads the session that is opened again; null when the request makes one
 * @param made reads the session that the response names; null when the request has named it
 * @param state reads what the response says of the session
 * @param completed returns a response that says something else of the session
 * @param plain returns a response that says no more than is required
 * @param quiet whether a conversation that is loaded is kept from the client, which has not asked for it
 */
public record OpeningMethod<P, R>(
        RequestMethod<P, R> wire,
        SessionOrigin.Kind kind,
        Function<P, Surroundings> surroundings,
        Function<P, @Nullable SessionId> reopened,
        Function<R, @Nullable SessionId> made,
        Function<R, OpenedState> state,
        BiFunction<R, OpenedState, R> completed,
        Function<SessionId, R> plain,
        boolean quiet) {

    public static final OpeningMethod<NewSessionRequest, NewSessionResponse> NEW = new OpeningMethod<>(
            Methods.SESSION_NEW,
            SessionOrigin.Kind.NEW,
            request -> new Surroundings(
                    request.cwd(), request.additionalDirectories(), request.mcpServers(), request.systemPrompt()),
            request -> null,
            NewSessionResponse::sessionId,
            response -> new OpenedState(response.modes(), response.configOptions(), response.meta()),
            (response, state) -> response.toBuilder()
                    .modes(state.modes())
                    .configOptions(state.options())
                    .meta(state.meta())
                    .build(),
            id -> NewSessionResponse.builder(id).build(),
            false);

    public static final OpeningMethod<LoadSessionRequest, LoadSessionResponse> LOAD = new OpeningMethod<>(
            Methods.SESSION_LOAD,
            SessionOrigin.Kind.LOAD,
            request -> new Surroundings(
                    request.cwd(), request.additionalDirectories(), request.mcpServers(), request.systemPrompt()),
            LoadSessionRequest::sessionId,
            response -> null,
            response -> new OpenedState(response.modes(), response.configOptions(), response.meta()),
            (response, state) -> response.toBuilder()
                    .modes(state.modes())
                    .configOptions(state.options())
                    .meta(state.meta())
                    .build(),
            id -> LoadSessionResponse.EMPTY,
            false);

    /** Loads a session for a client that goes on with it and has asked for no replay. */
    public static final OpeningMethod<LoadSessionRequest, LoadSessionResponse> LOAD_QUIETLY = LOAD.quietly();

    public static final OpeningMethod<ResumeSessionRequest, ResumeSessionResponse> RESUME = new OpeningMethod<>(
            Methods.SESSION_RESUME,
            SessionOrigin.Kind.RESUME,
            request -> new Surroundings(
                    request.cwd(), request.additionalDirectories(), request.mcpServers(), request.systemPrompt()),
            ResumeSessionRequest::sessionId,
            response -> null,
            response -> new OpenedState(response.modes(), response.configOptions(), response.meta()),
            (response, state) -> response.toBuilder()
                    .modes(state.modes())
                    .configOptions(state.options())
                    .meta(state.meta())
                    .build(),
            id -> ResumeSessionResponse.EMPTY,
            false);

    public static final OpeningMethod<ForkSessionRequest, ForkSessionResponse> FORK = new OpeningMethod<>(
            Methods.SESSION_FORK,
            SessionOrigin.Kind.FORK,
            request -> new Surroundings(
                    request.cwd(), request.additionalDirectories(), request.mcpServers(), request.systemPrompt()),
            request -> null,
            ForkSessionResponse::sessionId,
            response -> new OpenedState(response.modes(), response.configOptions(), response.meta()),
            (response, state) -> response.toBuilder()
                    .modes(state.modes())
                    .configOptions(state.options())
                    .meta(state.meta())
                    .build(),
            id -> ForkSessionResponse.builder(id).build(),
            false);

    private OpeningMethod<P, R> quietly() {
        return new OpeningMethod<>(wire, kind, surroundings, reopened, made, state, completed, plain, true);
    }
}
