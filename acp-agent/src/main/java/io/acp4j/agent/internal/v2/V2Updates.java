package io.acp4j.agent.internal.v2;

import io.acp4j.agent.internal.client.DefaultClient;
import io.acp4j.agent.internal.protocol.OpenedState;
import io.acp4j.agent.internal.protocol.UpdateWriter;
import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.mode.SessionModeState;
import io.acp4j.schema.update.ConfigOptionUpdate;
import io.acp4j.schema.update.CurrentModeUpdate;
import io.acp4j.schema.update.Notice;
import io.acp4j.schema.update.SessionNotification;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.StateUpdate;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sends updates of the vocabulary as the draft has them. */
final class V2Updates implements UpdateWriter {

    private static final OpenedState NOTHING = new OpenedState(null, null, null);

    private final SessionId session;
    private final DefaultClient client;
    private @Nullable Supplier<OpenedState> present;

    V2Updates(SessionId session, DefaultClient client) {
        this.session = session;
        this.client = client;
    }

    @Override
    public void settings(Supplier<OpenedState> settings) {
        present = settings;
    }

    @Override
    public void write(SessionUpdate update, @Nullable Meta meta) {
        SessionUpdate written = written(update);
        if (written != null) {
            client.update(new SessionNotification(session, written, meta));
        }
    }

    private @Nullable SessionUpdate written(SessionUpdate update) {
        if (update instanceof CurrentModeUpdate mode) {
            OpenedState known = known();
            SessionModeState modes = known.modes();
            // Before the session is open its response is what says the modes.
            return modes == null
                    ? null
                    : options(
                            known.options(),
                            new SessionModeState(mode.currentModeId(), modes.availableModes(), modes.meta()),
                            mode.meta());
        }
        if (update instanceof ConfigOptionUpdate options) {
            return options(options.configOptions(), known().modes(), options.meta());
        }
        return V2ClientRules.INSTANCE.update(update);
    }

    private OpenedState known() {
        return present == null ? NOTHING : present.get();
    }

    private static ConfigOptionUpdate options(
            @Nullable List<SessionConfigOption> options, @Nullable SessionModeState modes, @Nullable Meta meta) {
        List<SessionConfigOption> all = ModeOption.with(options, modes);
        return new ConfigOptionUpdate(all == null ? List.of() : all, meta);
    }

    /** Returns true for all but states, which are reported by what runs the session. */
    @Override
    public boolean supports(SessionUpdate update) {
        return !(update instanceof StateUpdate);
    }

    @Override
    public boolean replays(SessionUpdate update) {
        return !(update instanceof Notice);
    }
}
