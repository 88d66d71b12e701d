package io.acp4j.rpc.internal.message;

import io.acp4j.rpc.AsyncRequestHandler;
import io.acp4j.rpc.Connection;
import io.acp4j.rpc.NotificationHandler;
import io.acp4j.rpc.RequestContext;
import io.acp4j.rpc.internal.dialect.Dialect;
import io.acp4j.rpc.internal.handler.MessageLossHandler;
import io.acp4j.rpc.internal.handler.NotificationFallback;
import io.acp4j.rpc.internal.handler.RequestFallback;
import io.acp4j.rpc.internal.handler.UnhandledCallListener;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The handlers of a connection by method. Immutable.
 *
 * @param requests the routes of requests, by method
 * @param notifications the routes of notifications, by method
 * @param requestFallback handles requests of any other method; null when they are refused
 * @param notificationFallback handles notifications of any other method; null when they are ignored
 * @param unhandled is notified of calls that neither a handler nor a fallback handles
 * @param lossHandler handles losses of messages; null to only log them
 * @param openedBy the peer's request that must be the first one; null for none
 * @param opensWith the request of this side whose result selects a dialect; null for none
 * @param own the routes that only one dialect has, or that replace others in it, by dialect
 */
public record Routes(
        Map<String, RequestRoute<?, ?>> requests,
        Map<String, NotificationRoute<?>> notifications,
        @Nullable RequestFallback requestFallback,
        @Nullable NotificationFallback notificationFallback,
        UnhandledCallListener unhandled,
        @Nullable MessageLossHandler lossHandler,
        @Nullable Opening<?> openedBy,
        @Nullable Opening<?> opensWith,
        Map<Dialect, Routes> own) {

    /** Copies the tables. */
    public Routes {
        requests = Map.copyOf(requests);
        notifications = Map.copyOf(notifications);
        own = Map.copyOf(own);
    }

    /**
     * How a request is read and handled.
     *
     * @param method the method
     * @param handler handles it
     * @param blocks whether the handler may block and therefore begins outside of the session's order
     */
    public record RequestRoute<P, R>(
            RequestMethod<P, R> method, AsyncRequestHandler<P, R, RequestContext> handler, boolean blocks) {}

    /**
     * How a notification is read and handled.
     *
     * @param method the method
     * @param handler handles it
     */
    public record NotificationRoute<P>(NotificationMethod<P> method, NotificationHandler<P, Connection> handler) {}

    /** Returns the same handlers for what comes in a dialect; the request that opens a connection is read as it is declared. */
    public Routes in(Dialect dialect) {
        Routes special = own.get(dialect);
        if (special == null && dialect.equals(Dialect.AS_DECLARED)) {
            return this;
        }
        Map<String, RequestRoute<?, ?>> spokenRequests = new HashMap<>();
        Map<String, NotificationRoute<?>> spokenNotifications = new HashMap<>();
        addTo(dialect, spokenRequests, spokenNotifications);
        if (special != null) {
            special.addTo(dialect, spokenRequests, spokenNotifications);
        }
        return new Routes(
                spokenRequests,
                spokenNotifications,
                requestFallback,
                notificationFallback,
                unhandled,
                lossHandler,
                openedBy,
                opensWith,
                own);
    }

    private void addTo(
            Dialect dialect,
            Map<String, RequestRoute<?, ?>> spokenRequests,
            Map<String, NotificationRoute<?>> spokenNotifications) {
        requests.values().forEach(route -> {
            RequestRoute<?, ?> spoken =
                    openedBy != null && openedBy.isBy(route.method().name()) ? route : in(dialect, route);
            if (spoken != null) {
                spokenRequests.put(spoken.method().name(), spoken);
            }
        });
        notifications.values().forEach(route -> {
            NotificationRoute<?> spoken = in(dialect, route);
            if (spoken != null) {
                spokenNotifications.put(spoken.method().name(), spoken);
            }
        });
    }

    private static <P, R> @Nullable RequestRoute<P, R> in(Dialect dialect, RequestRoute<P, R> route) {
        RequestMethod<P, R> method = dialect.request(route.method());
        return method == null ? null : new RequestRoute<>(method, route.handler(), route.blocks());
    }

    private static <P> @Nullable NotificationRoute<P> in(Dialect dialect, NotificationRoute<P> route) {
        NotificationMethod<P> method = dialect.notification(route.method());
        return method == null ? null : new NotificationRoute<>(method, route.handler());
    }

    /** Returns the route of a request; null when only the fallback handles it. */
    @Nullable
    RequestRoute<?, ?> request(String method) {
        return requests.get(method);
    }

    /** Returns the route of a notification; null when only the fallback handles it. */
    public @Nullable NotificationRoute<?> notification(String method) {
        return notifications.get(method);
    }
}
