package io.acp4j.client.internal.session;

import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.mode.SessionModeState;
import io.acp4j.schema.update.ConfigOptionUpdate;
import io.acp4j.schema.update.CurrentModeUpdate;
import io.acp4j.schema.update.SessionUpdate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The mode and the options of a session, as responses and updates tell them. */
final class SessionState {

    private @Nullable SessionModeState modes;
    private @Nullable List<SessionConfigOption> configOptions;

    synchronized @Nullable SessionModeState modes() {
        return modes;
    }

    synchronized List<SessionConfigOption> configOptions() {
        return configOptions == null ? List.of() : configOptions;
    }

    /** Takes what an update changes. */
    void follow(SessionUpdate update) {
        if (update instanceof CurrentModeUpdate mode) {
            mode(mode.currentModeId());
        } else if (update instanceof ConfigOptionUpdate options) {
            configOptions(options.configOptions());
        }
    }

    /**
     * Takes what the response that made the session says. An update that has been seen already is newer: the agent can hardly
     * have sent it before it told the session's name.
     */
    synchronized void startWith(@Nullable SessionModeState first, @Nullable List<SessionConfigOption> options) {
        if (first != null) {
            modes = modes == null
                    ? first
                    : new SessionModeState(modes.currentModeId(), first.availableModes(), first.meta());
        }
        if (configOptions == null) {
            configOptions = options;
        }
    }

    /** Takes what the response that opened a stored session says; updates seen before are part of its replay. */
    synchronized void continueWith(@Nullable SessionModeState last, @Nullable List<SessionConfigOption> options) {
        if (last != null) {
            modes = last;
        }
        if (options != null) {
            configOptions = options;
        }
    }

    /** Takes the current mode; those to choose from stay. */
    synchronized void mode(SessionModeId current) {
        modes = modes == null
                ? SessionModeState.of(current, List.of())
                : new SessionModeState(current, modes.availableModes(), modes.meta());
    }

    /** Takes the values of all options and gives them back. */
    synchronized List<SessionConfigOption> configOptions(List<SessionConfigOption> options) {
        configOptions = options;
        return options;
    }
}
