package io.acp4j.cli.sample;

import io.acp4j.agent.AcpAgentBuilder;
import io.acp4j.agent.AgentSession;
import io.acp4j.schema.SessionConfigId;
import io.acp4j.schema.SessionConfigValueId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.config.SessionConfigBoolean;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.config.SessionConfigOptionCategory;
import io.acp4j.schema.config.SessionConfigSelect;
import io.acp4j.schema.config.SessionConfigSelectOption;
import io.acp4j.schema.config.SessionConfigSelectOptions;
import io.acp4j.schema.mode.SessionMode;
import io.acp4j.schema.mode.SessionModeState;
import java.util.List;
import java.util.Objects;

/** The modes and configuration options of the sample agent. */
final class SampleSettings {

    /** The mode in which the agent needs no permission. */
    static final SessionModeId AUTOMATIC = new SessionModeId("auto");

    private static final SessionModeId ASKING = new SessionModeId("ask");
    private static final SessionConfigId DETAIL = new SessionConfigId("model");
    private static final SessionConfigValueId BRIEF = new SessionConfigValueId("brief");
    private static final SessionConfigValueId DETAILED = new SessionConfigValueId("detailed");
    private static final SessionConfigId THOUGHTS = new SessionConfigId("thoughts");

    private SampleSettings() {}

    static void declare(AcpAgentBuilder agent) {
        agent.modes(
                        SessionMode.builder(ASKING, "Ask")
                                .description("Requests permission before each change")
                                .build(),
                        SessionMode.builder(AUTOMATIC, "Automatic")
                                .description("Makes changes without permission requests")
                                .build())
                .configOptions(
                        SessionConfigSelect.builder(
                                        DETAIL,
                                        "Model",
                                        BRIEF,
                                        SessionConfigSelectOptions.of(
                                                SessionConfigSelectOption.builder(BRIEF, "Brief")
                                                        .description("Answers in a few sentences")
                                                        .build(),
                                                SessionConfigSelectOption.builder(DETAILED, "Detailed")
                                                        .description("Adds the state of the session to each answer")
                                                        .build()))
                                .category(SessionConfigOptionCategory.MODEL)
                                .build(),
                        SessionConfigBoolean.builder(THOUGHTS, "Thoughts", false)
                                .description("Shows a thought before each answer to plain text")
                                .build());
    }

    /** Returns true if the agent makes changes without a request for permission. */
    static boolean isAutomatic(AgentSession session) {
        SessionModeState modes = session.modes();
        return modes != null && modes.currentModeId().equals(AUTOMATIC);
    }

    /** Returns true if answers describe the state of the session. */
    static boolean isDetailed(AgentSession session) {
        return options(session).stream()
                .anyMatch(option -> option instanceof SessionConfigSelect select
                        && select.id().equals(DETAIL)
                        && select.currentValue().equals(DETAILED));
    }

    /** Returns true if answers to plain text begin with a thought. */
    static boolean hasThoughts(AgentSession session) {
        return options(session).stream()
                .anyMatch(option -> option instanceof SessionConfigBoolean flag
                        && flag.id().equals(THOUGHTS)
                        && flag.currentValue());
    }

    private static List<SessionConfigOption> options(AgentSession session) {
        return Objects.requireNonNullElse(session.configOptions(), List.of());
    }
}
