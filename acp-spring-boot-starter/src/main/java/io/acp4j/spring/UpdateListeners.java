package io.acp4j.spring;

import io.acp4j.client.ClientSession;
import io.acp4j.client.UpdateListener;
import io.acp4j.schema.update.SessionNotification;
import io.acp4j.schema.update.SessionUpdate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Passes each update to several listeners, in their order; one that fails keeps none of the others from it. */
record UpdateListeners(List<UpdateListener> listeners) implements UpdateListener {

    /** Calls one listener. */
    private interface Call {
        void on(UpdateListener listener) throws Exception;
    }

    @Override
    public void onUpdate(ClientSession session, SessionUpdate update) throws Exception {
        all(listener -> listener.onUpdate(session, update));
    }

    @Override
    public void onNotification(ClientSession session, SessionNotification notification) throws Exception {
        all(listener -> listener.onNotification(session, notification));
    }

    private void all(Call call) throws Exception {
        Exception first = null;
        for (UpdateListener listener : listeners) {
            try {
                call.on(listener);
            } catch (Exception e) {
                first = added(first, e);
            }
        }
        if (first != null) {
            throw first;
        }
    }

    private static Exception added(@Nullable Exception first, Exception next) {
        if (first == null) {
            return next;
        }
        first.addSuppressed(next);
        return first;
    }
}
