package io.acp4j.agent.internal.v2;

import io.acp4j.schema.SessionConfigId;
import io.acp4j.schema.SessionConfigValueId;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.config.SessionConfigOptionCategory;
import io.acp4j.schema.config.SessionConfigSelect;
import io.acp4j.schema.config.SessionConfigSelectOption;
import io.acp4j.schema.config.SessionConfigSelectOptions;
import io.acp4j.schema.mode.SessionMode;
import io.acp4j.schema.mode.SessionModeState;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The modes of a session as the draft has them: one more option, unless the agent has an option of that name itself. */
final class ModeOption {

    static final SessionConfigId ID = new SessionConfigId("mode");

    private ModeOption() {}

    /** Returns whether the modes are shown as an option. */
    static boolean isShown(@Nullable List<SessionConfigOption> options, @Nullable SessionModeState modes) {
        return modes != null
                && (options == null
                        || options.stream().noneMatch(option -> option.id().equals(ID)));
    }

    /** Returns the options with that of the modes as the first; null when the session has neither. */
    static @Nullable List<SessionConfigOption> with(
            @Nullable List<SessionConfigOption> options, @Nullable SessionModeState modes) {
        if (modes == null || !isShown(options, modes)) {
            return options;
        }
        List<SessionConfigOption> all = new ArrayList<>();
        all.add(of(modes));
        if (options != null) {
            all.addAll(options);
        }
        return all;
    }

    private static SessionConfigOption of(SessionModeState modes) {
        return new SessionConfigSelect(
                ID,
                "Mode",
                new SessionConfigValueId(modes.currentModeId().value()),
                SessionConfigSelectOptions.of(modes.availableModes().stream()
                        .map(ModeOption::value)
                        .toArray(SessionConfigSelectOption[]::new)),
                null,
                SessionConfigOptionCategory.MODE,
                modes.meta());
    }

    private static SessionConfigSelectOption value(SessionMode mode) {
        return new SessionConfigSelectOption(
                new SessionConfigValueId(mode.id().value()), mode.name(), mode.description(), mode.meta());
    }
}
