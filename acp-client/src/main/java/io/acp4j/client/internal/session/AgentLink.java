package io.acp4j.client.internal.session;

import io.acp4j.client.AuthenticationRequiredException;
import io.acp4j.client.ForkCapability;
import io.acp4j.client.internal.dialect.ForkDialects;
import io.acp4j.client.internal.protocol.ClientProtocol;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.Connection;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.rpc.RequestCancelledException;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.rpc.internal.dialect.OrderedConnection;
import io.acp4j.schema.Capability;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.Method;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.branching.BranchMethods;
import io.acp4j.schema.branching.ForkGranularity;
import io.acp4j.schema.init.AgentCapabilities;
import io.acp4j.schema.init.InitializeResponse;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.method.Methods;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The connection to the agent: what is checked before each call, and what becomes of its failures. */
final class AgentLink {

    private volatile @Nullable OrderedConnection connection;
    private volatile @Nullable InitializeResponse agent;
    private volatile ClientProtocol protocol;
    private final ForkDialects dialects;

    /**
     * Creates a link without a connection.
     *
     * @param protocol what is spoken before the agent has chosen a version
     */
    AgentLink(ForkDialects dialects, ClientProtocol protocol) {
        this.protocol = protocol;
        this.dialects = dialects;
    }

    /** Accepts the connection; handlers do so, too, as they may run before the connecting thread continues. */
    void opened(Connection opened) {
        if (connection == null) {
            connection = (OrderedConnection) opened; // as all of the engine are
        }
    }

    /** Takes another connection, in the place of one that has been closed. */
    void reopened(OrderedConnection opened) {
        connection = opened;
    }

    /** Returns whether another connection has taken the place of one. */
    boolean isReplaced(Connection one) {
        Connection now = connection;
        return now != null && !now.equals(one);
    }

    /** Takes the version that the agent has chosen, before anything else of the connection is read. */
    void speak(ClientProtocol chosen) {
        protocol = chosen;
    }

    ClientProtocol protocol() {
        return protocol;
    }

    /** Takes what the agent has said of itself. */
    void initialized(InitializeResponse response) {
        agent = response;
    }

    OrderedConnection connection() {
        OrderedConnection opened = connection;
        if (opened == null) {
            throw new IllegalStateException("the connection is not open yet");
        }
        return opened;
    }

    InitializeResponse agent() {
        InitializeResponse response = agent;
        if (response == null) {
            throw new IllegalStateException("the agent has not responded to initialize yet");
        }
        return response;
    }

    /** Returns what the agent advertised; nothing before it has responded. */
    AgentCapabilities capabilities() {
        InitializeResponse response = agent;
        return response == null ? AgentCapabilities.NONE : response.agentCapabilities();
    }

    /** Returns what the agent takes in requests. */
    AdvertisedMembers members() {
        return new AdvertisedMembers(agent(), dialects, protocol);
    }

    /** Returns how the agent forks sessions. */
    ForkCapability forkCapability() {
        return dialects.capability(agent());
    }

    /** Returns how finely the agent cuts a turn at a point; null when that is not known. */
    @Nullable
    ForkGranularity granularity(ForkDialects.Point point) {
        return dialects.granularity(agent(), point);
    }

    /** Refuses a method that the agent has not advertised, also when it is described by somebody else under its name. */
    void require(Method<?> method) {
        ProtocolVersion elsewhere = protocol.elsewhere(method);
        if (elsewhere != null) {
            throw new UnsupportedCapabilityException(
                    method.name() + " on a connection of version " + protocol.version(),
                    "protocolVersion=" + elsewhere);
        }
        InitializeResponse response = agent;
        if (response != null) {
            protocol.require(method, response);
        }
        require(method, protocol.capability(method));
        Method<?> known = known(method);
        if (known != null && protocol.elsewhere(known) == null) {
            require(method, protocol.capability(known));
        }
    }

    private void require(Method<?> method, @Nullable Capability<?> needed) {
        AgentCapabilities advertised = capabilities();
        if (needed != null && needed.holder().isInstance(advertised) && !needed.in(advertised)) {
            throw new UnsupportedCapabilityException(method.name(), needed.path());
        }
    }

    private static @Nullable Method<?> known(Method<?> method) {
        if (method instanceof NotificationMethod<?>) {
            return Methods.notification(method.name());
        }
        RequestMethod<?, ?> known = Methods.request(method.name());
        return known == null ? BranchMethods.byName(method.name()) : known;
    }

    /** Refuses a method, or members of its parameters, that the agent has not advertised. */
    <P> void require(Method<P> method, P params) {
        require(method);
        InitializeResponse response = agent;
        if (response != null) {
            members().require(method, params);
            protocol.requireMembers(method.name(), params, response);
        }
    }

    <P, R> R request(RequestMethod<P, R> method, P params) {
        require(method, params);
        try {
            return connection().request(method, params);
        } catch (AcpErrorException e) {
            throw named(e);
        }
    }

    <P, R> CompletableFuture<R> requestAsync(RequestMethod<P, R> method, P params) {
        return requestAsync(method, params, Function.identity());
    }

    <P, R, T> CompletableFuture<T> requestAsync(RequestMethod<P, R> method, P params, Function<R, T> then) {
        require(method, params);
        CompletableFuture<R> answer = connection().requestAsync(method, params);
        return ForwardingFuture.of(answer, then, this::named, () -> answer.cancel(true));
    }

    /** Sends a request; its response is also told in the order of what the agent sends, as {@link Connection} does. */
    <P, R, T> CompletableFuture<T> requestAsync(
            RequestMethod<P, R> method,
            P params,
            Function<R, T> then,
            BiConsumer<@Nullable R, @Nullable Throwable> responded) {
        require(method, params);
        CompletableFuture<R> answer = connection().requestAsync(method, params, responded);
        return ForwardingFuture.of(answer, then, this::named, () -> answer.cancel(true));
    }

    /**
     * Sends a request that ends a session.
     *
     * @param then run after the session has ended
     * @param failed run before the failure is reported
     * @param orGone whether the error for a session that no longer exists is a success
     */
    <P, R> CompletableFuture<Void> ending(
            RequestMethod<P, R> method, P params, Runnable then, Runnable failed, boolean orGone) {
        CompletableFuture<R> answer;
        try {
            require(method, params);
            answer = connection().requestAsync(method, params);
        } catch (RuntimeException e) {
            failed.run();
            throw e;
        }
        CompletableFuture<Void> ended = answer.handle((result, failure) -> {
            Throwable cause = failure == null ? null : ForwardingFuture.unwrap(failure);
            if (cause != null && !(orGone && isGone(cause))) {
                failed.run();
                throw new CompletionException(cause);
            }
            then.run();
            return null;
        });
        return ForwardingFuture.of(ended, Function.identity(), this::named, () -> answer.cancel(true));
    }

    /** Sends such a request and waits for its response. The error for a session that no longer exists is a success. */
    <P, R> void end(RequestMethod<P, R> method, P params, Runnable then, Runnable failed) {
        try {
            request(method, params);
        } catch (RuntimeException e) {
            if (!isGone(e)) {
                failed.run();
                throw e;
            }
        }
        then.run();
    }

    private boolean isGone(Throwable failure) {
        return failure instanceof AcpErrorException error && protocol.isGone(error);
    }

    <P> void notify(NotificationMethod<P> method, P params) {
        require(method, params);
        connection().notify(method, params);
    }

    /** Waits for a future of this link; interrupting the caller cancels it. */
    <R> R await(CompletableFuture<R> future, String what) {
        try {
            return ForwardingFuture.await(future, this::thrown);
        } catch (InterruptedException e) {
            future.cancel(true);
            Thread.currentThread().interrupt();
            throw new RequestCancelledException("interrupted while waiting for " + what, e);
        }
    }

    /** Returns a failure with the stack of the caller that it is thrown to. */
    Throwable thrown(Throwable failure) {
        if (failure instanceof ConnectionClosedException end) {
            return new ConnectionClosedException(end.reason());
        }
        if (failure instanceof AcpErrorException error) {
            return named(error.copy());
        }
        return failure;
    }

    /** Returns the failure; one for want of authentication as the exception that has this name. */
    private Throwable named(Throwable failure) {
        return failure instanceof AcpErrorException error ? named(error) : failure;
    }

    private AcpErrorException named(AcpErrorException error) {
        if (!error.code().equals(ErrorCode.AUTH_REQUIRED) || error instanceof AuthenticationRequiredException) {
            return error;
        }
        InitializeResponse response = agent;
        return new AuthenticationRequiredException(error, response == null ? List.of() : response.authMethods());
    }
}
