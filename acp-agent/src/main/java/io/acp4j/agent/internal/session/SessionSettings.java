package io.acp4j.agent.internal.session;

import io.acp4j.agent.internal.protocol.ConfigOptions;
import io.acp4j.agent.internal.protocol.OpenedState;
import io.acp4j.schema.SessionConfigId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.config.SessionConfigValue;
import io.acp4j.schema.config.SetSessionConfigOptionRequest;
import io.acp4j.schema.mode.SessionModeState;
import io.acp4j.schema.update.ConfigOptionUpdate;
import io.acp4j.schema.update.CurrentModeUpdate;
import io.acp4j.schema.update.SessionUpdate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The modes and options of a session as its client knows them; changed only while nobody else sends. */
public final class SessionSettings {

    private final SessionOutput output;
    private final @Nullable SessionRecorder recorder;
    private volatile @Nullable SessionModeState modes;
    private volatile @Nullable List<SessionConfigOption> options;

    /**
     * Creates the settings of a session that has none yet.
     *
     * @param recorder stores what the client chooses; null when nothing is stored
     */
    SessionSettings(SessionOutput output, @Nullable SessionRecorder recorder) {
        this.output = output;
        this.recorder = recorder;
        output.writer().settings(() -> new OpenedState(modes, options, null));
    }

    /** Sets what the client learns from the response that opens the session. */
    public void set(@Nullable SessionModeState newModes, @Nullable List<SessionConfigOption> newOptions) {
        modes = newModes;
        options = newOptions;
    }

    /** Returns the modes; null when the session has none. */
    public @Nullable SessionModeState modes() {
        return modes;
    }

    /** Returns the options; null when the session has none. */
    public @Nullable List<SessionConfigOption> options() {
        return options;
    }

    /** Notes that the session goes on from another message; what the client knows stays, and is stored there with the next that is said. */
    public void moved() {
        output.exclusively(() -> {
            if (recorder != null) {
                recorder.moved(() -> new OpenedState(modes, options, null));
            }
        });
    }

    /** Sends an update, and takes what it says of modes and options. */
    void update(SessionUpdate update) {
        output.exclusively(() -> {
            output.send(update);
            if (update instanceof CurrentModeUpdate mode) {
                modeChanged(mode.currentModeId());
            } else if (update instanceof ConfigOptionUpdate changed) {
                options = changed.configOptions();
            }
        });
    }

    /**
     * Switches the mode for the author, and shows that.
     *
     * @throws IllegalArgumentException when there is no such mode
     */
    void setMode(SessionModeId mode) {
        output.exclusively(() -> {
            SessionModeState known = modes;
            if (known == null
                    || known.availableModes().stream()
                            .noneMatch(each -> each.id().equals(mode))) {
                throw new IllegalArgumentException("session " + output.session() + " has no mode " + mode);
            }
            if (!known.currentModeId().equals(mode)) {
                update(new CurrentModeUpdate(mode, null));
            }
        });
    }

    /** Changes an option for the author, and shows that. */
    void setOption(SessionConfigId option, SessionConfigValue value) {
        output.exclusively(() -> {
            List<SessionConfigOption> known = options;
            List<SessionConfigOption> changed = ConfigOptions.changed(known == null ? List.of() : known, option, value);
            if (!changed.equals(known)) {
                update(new ConfigOptionUpdate(changed, null));
            }
        });
    }

    /** Takes and stores a mode that the client has chosen; the handler may have sent it to the client already. */
    public void modeChosen(SessionModeId mode) {
        output.exclusively(() -> {
            SessionModeState known = modes;
            record(known != null && known.currentModeId().equals(mode), new CurrentModeUpdate(mode, null));
            modeChanged(mode);
        });
    }

    /** Takes and stores options that the client has chosen. */
    public void optionsChosen(List<SessionConfigOption> chosen) {
        output.exclusively(() -> {
            record(chosen.equals(options), new ConfigOptionUpdate(chosen, null));
            options = chosen;
        });
    }

    /** Stores a choice of the client; what the session has already need only be stored where it goes on. */
    private void record(boolean same, SessionUpdate choice) {
        if (recorder != null && same) {
            recorder.storeSettings();
        } else if (recorder != null) {
            recorder.record(choice);
        }
    }

    /** Checks, takes and stores a choice of the client, and returns all options afterwards. */
    public List<SessionConfigOption> optionChosen(SetSessionConfigOptionRequest request) {
        return output.exclusively(() -> {
            List<SessionConfigOption> known = options == null ? List.of() : options;
            ConfigOptions.check(request, known);
            List<SessionConfigOption> changed = ConfigOptions.changed(known, request.configId(), request.value());
            optionsChosen(changed);
            return changed;
        });
    }

    private void modeChanged(SessionModeId mode) {
        SessionModeState known = modes;
        if (known != null) {
            modes = new SessionModeState(mode, known.availableModes(), known.meta());
        }
    }
}
