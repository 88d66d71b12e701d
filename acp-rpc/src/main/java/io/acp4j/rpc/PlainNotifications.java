package io.acp4j.rpc;

import io.acp4j.schema.SessionScoped;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads notifications that come compactly written, in the usual order of members, with parameters that their codec reads
 * without a tokeniser. All others are left to the general way.
 */
final class PlainNotifications {

    /** Larger frames gain nothing from a short cut, and the general way watches the limits of strings. */
    private static final int MAX_BYTES = 64 * 1024;

    private final List<Form<?>> forms;

    PlainNotifications(Handlers handlers) {
        this.forms = handlers.notifications().stream().<Form<?>>map(Form::new).toList();
    }

    /** Reads a frame; null when it has another form. */
    @Nullable
    Inbound read(byte[] buffer, int offset, int length) {
        if (length > MAX_BYTES) {
            return null;
        }
        for (Form<?> form : forms) {
            Inbound call = form.read(buffer, offset, offset + length);
            if (call != null) {
                return call;
            }
        }
        return null;
    }

    private static final class Form<P> {

        private final Handlers.NotificationRoute<P> route;
        private final byte[] prefix;

        Form(Handlers.NotificationRoute<P> route) {
            this.route = route;
            this.prefix = ("{\"jsonrpc\":\"2.0\",\"method\":\"" + route.method().name() + "\",\"params\":")
                    .getBytes(StandardCharsets.UTF_8);
        }

        @Nullable
        Inbound read(byte[] buffer, int from, int to) {
            if (to - from <= prefix.length || buffer[to - 1] != '}' || !startsWithPrefix(buffer, from)) {
                return null;
            }
            P params = route.method().params().readPlain(buffer, from + prefix.length, to - 1);
            if (params == null) {
                return null;
            }
            return new Inbound.Call(
                    null,
                    route.method().name(),
                    route,
                    params,
                    params instanceof SessionScoped scoped ? scoped.sessionId() : null,
                    null);
        }

        private boolean startsWithPrefix(byte[] buffer, int from) {
            // The ends of methods' names differ more than their beginnings.
            for (int i = prefix.length - 1; i >= 0; i--) {
                if (buffer[from + i] != prefix[i]) {
                    return false;
                }
            }
            return true;
        }
    }
}
