package io.acp4j.rpc.internal.connection;

import io.acp4j.rpc.internal.message.Inbound;
import io.acp4j.rpc.internal.text.LogText;
import io.acp4j.schema.json.JsonOmission;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs the values that were left out of the messages of a connection, and notifies its listeners. */
final class OmissionReporter implements BiConsumer<Inbound, List<JsonOmission>> {

    private static final Logger LOG = LoggerFactory.getLogger(OmissionReporter.class);

    private final @Nullable ConnectionListeners listeners;

    OmissionReporter(@Nullable ConnectionListeners listeners) {
        this.listeners = listeners;
    }

    @Override
    public void accept(Inbound message, List<JsonOmission> omissions) {
        String method = method(message);
        if (method == null) {
            return; // The whole message is refused, or no caller waits for it.
        }
        for (JsonOmission omission : omissions) {
            LOG.debug("Left out {} of {}: {}", omission.path(), LogText.of(method), omission.problem());
            if (listeners != null) {
                listeners.omitted(method, omission);
            }
        }
    }

    private static @Nullable String method(Inbound message) {
        if (message instanceof Inbound.Call call) {
            return call.fault() == null ? call.method() : null;
        }
        if (message instanceof Inbound.Response response && response.call() instanceof OutboundCall<?> call) {
            return response.fault() == null ? call.methodName() : null;
        }
        return null;
    }
}
