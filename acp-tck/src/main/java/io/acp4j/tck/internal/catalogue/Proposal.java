package io.acp4j.tck.internal.catalogue;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An open proposal of the protocol. Its requirements count in the verdict if the subject advertises the proposal, or is reached by the
 * transport that the proposal describes.
 */
public enum Proposal {
    FORK_AT_MESSAGE("fork at a message", "fork.atMessageId", "driver:forkAt"),
    FORK("session/fork", "fork", "driver:fork"),
    HTTP("Streamable HTTP", "http"),
    WEBSOCKET("WebSocket", "websocket"),
    ARCHIVE("session/archive", "archive", "driver:archiveSession"),
    STATUS("session/status", "status", "driver:sessionStatus"),
    TITLE("session/set_title", "title", "driver:setTitle"),
    SYSTEM_PROMPT("system prompt", "systemPrompt"),
    PROVIDERS("providers", "providers"),
    AUTHENTICATION_STATUS("auth/status", "auth.status"),
    /** A fork at a message names the message by its ID, so such agents are judged by the requirements of message IDs. */
    MESSAGE_IDS("message ids", "messageIds") {
        @Override
        Optional<String> advertisement(Profile profile) {
            return FORK_AT_MESSAGE.advertisement(profile);
        }
    };

    private final String label;
    private final String need;
    private final @Nullable String command;

    Proposal(String label, String need) {
        this(label, need, null);
    }

    Proposal(String label, String need, @Nullable String command) {
        this.label = label;
        this.need = need;
        this.command = command;
    }

    /** Returns the name of the proposal in reports. */
    public String label() {
        return label;
    }

    /** Returns the proposal of a requirement; empty if its source is not a proposal that subjects advertise. */
    public static Optional<Proposal> of(Requirement requirement) {
        if (requirement.source() != Source.RFD) {
            return Optional.empty();
        }
        for (Proposal proposal : values()) {
            if (proposal.needs().anyMatch(requirement.needs()::contains)) {
                return Optional.of(proposal);
            }
        }
        return Optional.empty();
    }

    /** Returns the proposals by which a subject is judged, each with the reason. */
    public static Map<Proposal, String> judged(Profile profile) {
        Map<Proposal, String> judged = new EnumMap<>(Proposal.class);
        for (Proposal proposal : values()) {
            proposal.advertisement(profile).ifPresent(reason -> judged.put(proposal, reason));
        }
        return judged;
    }

    /** Returns the advertisement of the proposal by a subject; empty if it does not advertise it. */
    Optional<String> advertisement(Profile profile) {
        return needs().flatMap(each -> profile.advertisement(each).stream()).findFirst();
    }

    /** Returns the capability or transport of agents, and the command of test drivers of clients. */
    private Stream<String> needs() {
        return command == null ? Stream.of(need) : Stream.of(need, command);
    }
}
