package io.acp4j.client.internal.calls;

import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.rpc.VisibleText;
import io.acp4j.schema.init.Implementation;
import io.acp4j.schema.init.InitializeResponse;
import io.acp4j.schema.method.Capabilities;

/** Creates exceptions for forks that an agent does not support. Each message contains the agent, the reason and an alternative. */
public final class ForkRefusals {

    /** The way to edit a message that works with every agent. */
    public static final String HISTORY_AS_PROMPT =
            "edits are possible in a new session with ForkOptions.historyAsPrompt(true)";

    private static final int MAX_NAME = 100;

    private ForkRefusals() {}

    /** Returns the exception for an agent that does not fork sessions. */
    public static UnsupportedCapabilityException noForks(InitializeResponse agent) {
        String capability = MissingCapability.path(Capabilities.SESSION_FORK, agent);
        return UnsupportedCapabilityException.withMessage(
                name(agent) + " does not fork sessions, as it does not advertise " + capability + "; "
                        + HISTORY_AS_PROMPT,
                capability);
    }

    /** Returns the exception for an agent that forks only whole sessions. */
    public static UnsupportedCapabilityException wholeOnly(InitializeResponse agent) {
        String capability = MissingCapability.path(Capabilities.FORK_AT_MESSAGE, agent);
        return UnsupportedCapabilityException.withMessage(
                name(agent) + " forks whole sessions only, as it does not advertise " + capability
                        + "; fork at the end, and " + HISTORY_AS_PROMPT,
                capability);
    }

    /** Returns the exception for an agent that forks only at its own messages. */
    public static UnsupportedCapabilityException noUserMessages(InitializeResponse agent, String capability) {
        return UnsupportedCapabilityException.withMessage(
                name(agent) + " does not fork at messages of the user, as it does not advertise " + capability
                        + "; fork at the response to it, and " + HISTORY_AS_PROMPT,
                capability);
    }

    /** Returns the exception for an agent that does not accept idempotency keys. */
    public static UnsupportedCapabilityException noKeys(InitializeResponse agent, String capability) {
        return UnsupportedCapabilityException.withMessage(
                name(agent) + " accepts no idempotency keys of forks, as it does not advertise " + capability
                        + "; fork without a key",
                capability);
    }

    /** Returns the name of the agent for display. */
    private static String name(InitializeResponse agent) {
        Implementation info = agent.agentInfo();
        String title = info == null ? null : info.title();
        String name = info == null ? "" : title == null || title.isBlank() ? info.name() : title;
        String line = VisibleText.line(name).strip();
        return line.isEmpty() ? "The agent" : line.length() > MAX_NAME ? line.substring(0, MAX_NAME) + "…" : line;
    }
}
