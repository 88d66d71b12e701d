package io.acp4j.client.internal.calls;

import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.rpc.VisibleText;
import io.acp4j.schema.init.Implementation;
import io.acp4j.schema.init.InitializeResponse;
import io.acp4j.schema.method.Capabilities;

/** Exceptions for forks that an agent cannot make: each names the agent, the reason and what works instead. */
public final class ForkRefusals {

    /** The way to edit a message that works with every agent. */
    public static final String HISTORY_AS_PROMPT =
            "edits are possible in a new session with ForkOptions.historyAsPrompt(true)";

    private static final int MAX_NAME = 100;

    private ForkRefusals() {}

    /** Returns the exception for an agent that forks no sessions. */
    public static UnsupportedCapabilityException noForks(InitializeResponse agent) {
        String capability = MissingCapability.path(Capabilities.SESSION_FORK, agent);
        return UnsupportedCapabilityException.withMessage(
                name(agent) + " does not fork sessions, as it does not advertise " + capability + "; "
                        + HISTORY_AS_PROMPT,
                capability);
    }

    /** Returns the exception for an agent that forks whole sessions only. */
    public static UnsupportedCapabilityException wholeOnly(InitializeResponse agent) {
        String capability = MissingCapability.path(Capabilities.FORK_AT_MESSAGE, agent);
        return UnsupportedCapabilityException.withMessage(
                name(agent) + " forks whole sessions only, as it does not advertise " + capability
                        + "; fork at the end, and " + HISTORY_AS_PROMPT,
                capability);
    }

    /** Returns the exception for an agent that forks at its own messages only. */
    public static UnsupportedCapabilityException noUserMessages(InitializeResponse agent, String capability) {
        return UnsupportedCapabilityException.withMessage(
                name(agent) + " does not fork at messages of the user, as it does not advertise " + capability
                        + "; fork at the response to it, and " + HISTORY_AS_PROMPT,
                capability);
    }

    /** Returns the exception for an agent that accepts no idempotency keys. */
    public static UnsupportedCapabilityException noKeys(InitializeResponse agent, String capability) {
        return UnsupportedCapabilityException.withMessage(
                name(agent) + " accepts no idempotency keys of forks, as it does not advertise " + capability
                        + "; fork without a key",
                capability);
    }

    /** Returns the name of the agent for people. */
    private static String name(InitializeResponse agent) {
        Implementation info = agent.agentInfo();
        String title = info == null ? null : info.title();
        String name = info == null ? "" : title == null || title.isBlank() ? info.name() : title;
        String line = VisibleText.line(name).strip();
        return line.isEmpty() ? "The agent" : line.length() > MAX_NAME ? line.substring(0, MAX_NAME) + "…" : line;
    }
}
