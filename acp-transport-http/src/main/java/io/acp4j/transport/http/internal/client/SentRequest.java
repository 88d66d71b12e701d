package io.acp4j.transport.http.internal.client;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A request that is on its way. A server lets a client have only so many requests and event streams at once on a socket with HTTP/2, some 100
 * or 128. The JDK's client opens no second socket with HTTP/2, but fails what does not fit, before it has sent anything; such a request goes
 * over HTTP/1.1, on a socket of its own.
 */
final class SentRequest<T> extends CompletableFuture<HttpResponse<T>> {

    /** What the JDK's client says of a socket that has no room, in all versions up to 25. */
    private static final String NO_ROOM = "too many concurrent streams";

    private final HttpClient client;
    private final HttpResponse.BodyHandler<T> handler;
    private volatile @Nullable CompletableFuture<HttpResponse<T>> current;

    private SentRequest(HttpClient client, HttpResponse.BodyHandler<T> handler) {
        this.client = client;
        this.handler = handler;
    }

    /** Sends a request; what this returns closes the socket, or resets the stream, when it is cancelled. */
    static <T> SentRequest<T> send(HttpClient client, HttpRequest request, HttpResponse.BodyHandler<T> handler) {
        SentRequest<T> sent = new SentRequest<>(client, handler);
        sent.send(request);
        return sent;
    }

    private void send(HttpRequest request) {
        CompletableFuture<HttpResponse<T>> response = client.sendAsync(request, handler);
        current = response;
        if (isCancelled()) {
            response.cancel(true);
        }
        var unused = response.whenComplete((head, failure) -> {
            if (failure == null) {
                complete(head);
            } else if (hasNoRoom(ClientStream.cause(failure)) && !isDone()) {
                sendAlone(request);
            } else {
                completeExceptionally(failure);
            }
        });
    }

    private void sendAlone(HttpRequest request) {
        try {
            send(HttpRequest.newBuilder(request, (name, value) -> true)
                    .version(HttpClient.Version.HTTP_1_1)
                    .build());
        } catch (RuntimeException e) {
            completeExceptionally(e);
        }
    }

    private static boolean hasNoRoom(Throwable failure) {
        return failure instanceof IOException && NO_ROOM.equals(failure.getMessage());
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        CompletableFuture<HttpResponse<T>> response = current;
        if (response != null) {
            response.cancel(mayInterruptIfRunning);
        }
        return cancelled;
    }
}
