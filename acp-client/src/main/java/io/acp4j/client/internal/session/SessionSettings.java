package io.acp4j.client.internal.session;

import io.acp4j.client.internal.feed.DefaultSessionTranscript;
import io.acp4j.schema.SessionConfigId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.config.SessionConfigValue;
import io.acp4j.schema.config.SetSessionConfigOptionRequest;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.mode.SessionModeState;
import io.acp4j.schema.mode.SetSessionModeRequest;
import io.acp4j.schema.update.ConfigOptionUpdate;
import io.acp4j.schema.update.SessionUpdate;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The mode and the options of a session: what they are, the requests that set them, and their place in the transcript. */
final class SessionSettings {

    private final SessionId id;
    private final AgentLink link;
    private final SessionState state = new SessionState();
    private final @Nullable DefaultSessionTranscript transcript;

    SessionSettings(SessionId id, AgentLink link, @Nullable DefaultSessionTranscript transcript) {
        this.id = id;
        this.link = link;
        this.transcript = transcript;
    }

    /** Takes what an update changes. */
    void follow(SessionUpdate update) {
        state.follow(update);
    }

    /** Brings the transcript up to date behind an update. */
    void followed(SessionUpdate update) {
        if (update instanceof ConfigOptionUpdate) {
            settled();
        }
    }

    void startWith(@Nullable SessionModeState modes, @Nullable List<SessionConfigOption> options) {
        state.startWith(modes, options);
        settled();
    }

    void continueWith(@Nullable SessionModeState modes, @Nullable List<SessionConfigOption> options) {
        state.continueWith(modes, options);
        settled();
    }

    @Nullable
    SessionModeState modes() {
        return link.protocol().modes(state.modes(), state.configOptions());
    }

    List<SessionConfigOption> configOptions() {
        return state.configOptions();
    }

    void setMode(SessionModeId mode) {
        SetSessionConfigOptionRequest asOption = asOption(mode);
        if (asOption != null) {
            set(link.request(Methods.SESSION_SET_CONFIG_OPTION, asOption).configOptions());
        } else {
            link.request(Methods.SESSION_SET_MODE, SetSessionModeRequest.of(id, mode));
            set(mode);
        }
    }

    CompletableFuture<Void> setModeAsync(SessionModeId mode) {
        SetSessionConfigOptionRequest asOption = asOption(mode);
        if (asOption != null) {
            return link.requestAsync(Methods.SESSION_SET_CONFIG_OPTION, asOption, response -> {
                set(response.configOptions());
                return null;
            });
        }
        return link.requestAsync(Methods.SESSION_SET_MODE, SetSessionModeRequest.of(id, mode), done -> {
            set(mode);
            return null;
        });
    }

    List<SessionConfigOption> setConfigOption(SessionConfigId option, SessionConfigValue value) {
        return set(link.request(Methods.SESSION_SET_CONFIG_OPTION, setting(option, value))
                .configOptions());
    }

    CompletableFuture<List<SessionConfigOption>> setConfigOptionAsync(
            SessionConfigId option, SessionConfigValue value) {
        return link.requestAsync(
                Methods.SESSION_SET_CONFIG_OPTION, setting(option, value), response -> set(response.configOptions()));
    }

    private @Nullable SetSessionConfigOptionRequest asOption(SessionModeId mode) {
        return link.protocol().settingMode(id, mode, state.configOptions());
    }

    private SetSessionConfigOptionRequest setting(SessionConfigId option, SessionConfigValue value) {
        return new SetSessionConfigOptionRequest(id, option, value, null);
    }

    private void set(SessionModeId mode) {
        state.mode(mode);
        settled();
    }

    private List<SessionConfigOption> set(List<SessionConfigOption> options) {
        state.configOptions(options);
        settled();
        return options;
    }

    private void settled() {
        if (transcript != null) {
            transcript.settled(modes(), state.configOptions());
        }
    }
}
