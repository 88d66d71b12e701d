package io.acp4j.client.internal.fork;

import io.acp4j.client.ClientSession;
import io.acp4j.rpc.internal.text.LogText;
import io.acp4j.schema.SessionConfigId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.config.SessionConfigBoolean;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.config.SessionConfigSelect;
import io.acp4j.schema.config.SessionConfigValue;
import io.acp4j.schema.mode.SessionModeState;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The mode and the options of one session that another one lacks, and can have. */
final class CarriedSettings {

    private static final Logger LOG = LoggerFactory.getLogger(CarriedSettings.class);

    private final ClientSession to;
    private final @Nullable SessionModeId mode;
    private final Map<SessionConfigId, SessionConfigValue> options;

    private CarriedSettings(
            ClientSession to, @Nullable SessionModeId mode, Map<SessionConfigId, SessionConfigValue> options) {
        this.to = to;
        this.mode = mode;
        this.options = options;
    }

    static CarriedSettings between(ClientSession from, ClientSession to) {
        Map<SessionConfigId, SessionConfigValue> there = new HashMap<>();
        for (SessionConfigOption option : to.configOptions()) {
            SessionConfigValue value = value(option);
            if (value != null) {
                there.put(option.id(), value);
            }
        }
        Map<SessionConfigId, SessionConfigValue> options = new LinkedHashMap<>();
        for (SessionConfigOption option : from.configOptions()) {
            SessionConfigValue wanted = value(option);
            SessionConfigValue given = there.get(option.id());
            if (wanted != null && given != null && !wanted.equals(given)) {
                options.put(option.id(), wanted);
            }
        }
        return new CarriedSettings(to, mode(from.modes(), to.modes()), options);
    }

    private static @Nullable SessionModeId mode(@Nullable SessionModeState from, @Nullable SessionModeState to) {
        if (from == null || to == null || from.currentModeId().equals(to.currentModeId())) {
            return null;
        }
        SessionModeId wanted = from.currentModeId();
        return to.availableModes().stream().anyMatch(mode -> mode.id().equals(wanted)) ? wanted : null;
    }

    private static @Nullable SessionConfigValue value(SessionConfigOption option) {
        if (option instanceof SessionConfigSelect select) {
            return SessionConfigValue.of(select.currentValue());
        }
        return option instanceof SessionConfigBoolean flag ? SessionConfigValue.of(flag.currentValue()) : null;
    }

    /** Sets them one after the other; completes with the session, also when the agent refuses some of them. */
    CompletableFuture<ClientSession> apply() {
        CompletableFuture<ClientSession> done = CompletableFuture.completedFuture(to);
        if (mode != null) {
            done = done.thenCompose(session -> tolerating(session.setModeAsync(mode), "its mode"));
        }
        for (Map.Entry<SessionConfigId, SessionConfigValue> option : options.entrySet()) {
            done = done.thenCompose(session -> tolerating(
                    session.setConfigOptionAsync(option.getKey(), option.getValue()),
                    "option " + LogText.of(option.getKey().value())));
        }
        return done;
    }

    private CompletableFuture<ClientSession> tolerating(CompletableFuture<?> setting, String what) {
        return setting.handle((result, failure) -> {
            if (failure != null) {
                LOG.warn(
                        "session {} goes on without {} of the session that it starts over",
                        LogText.of(to.id().value()),
                        what,
                        failure);
            }
            return to;
        });
    }
}
