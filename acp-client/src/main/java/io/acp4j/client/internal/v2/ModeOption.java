package io.acp4j.client.internal.v2;

import io.acp4j.rpc.AcpException;
import io.acp4j.schema.SessionConfigValueId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.config.SessionConfigOptionCategory;
import io.acp4j.schema.config.SessionConfigSelect;
import io.acp4j.schema.config.SetSessionConfigOptionRequest;
import io.acp4j.schema.mode.SessionMode;
import io.acp4j.schema.mode.SessionModeState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The modes of a session as the first option of the category {@code mode}. */
final class ModeOption {

    private ModeOption() {}

    private static @Nullable SessionConfigSelect find(List<SessionConfigOption> options) {
        for (SessionConfigOption option : options) {
            if (option instanceof SessionConfigSelect select
                    && SessionConfigOptionCategory.MODE.equals(select.category())) {
                return select;
            }
        }
        return null;
    }

    static @Nullable SessionModeState modes(List<SessionConfigOption> options) {
        SessionConfigSelect select = find(options);
        if (select == null) {
            return null;
        }
        List<SessionMode> choices = select.options().flatten().stream()
                .map(choice -> new SessionMode(
                        new SessionModeId(choice.value().value()), choice.name(), choice.description(), choice.meta()))
                .toList();
        return SessionModeState.of(new SessionModeId(select.currentValue().value()), choices);
    }

    static SetSessionConfigOptionRequest setting(
            SessionId session, SessionModeId mode, List<SessionConfigOption> options) {
        SessionConfigSelect select = find(options);
        if (select == null) {
            throw new AcpException(
                    "session " + session + " has no modes: none of its options is of the category mode", null);
        }
        return SetSessionConfigOptionRequest.of(session, select.id(), new SessionConfigValueId(mode.value()));
    }
}
