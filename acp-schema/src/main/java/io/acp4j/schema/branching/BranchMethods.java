package io.acp4j.schema.branching;

import io.acp4j.schema.Capability;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.Side;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.init.AgentCapabilities;
import io.acp4j.schema.init.ClientCapabilities;
import io.acp4j.schema.json.JsonCodec;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The methods for branches inside one session: this project's extension, with requests to agents and one notification to clients.
 *
 * <p>Each needs to be listed in the {@link BranchingCapability} of who handles it. Ids of messages are those of the session that a
 * request names; one that is on no path of it is unknown, whether or not it exists elsewhere.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/extensibility#extension-methods">the specification</a>
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public final class BranchMethods {

    /** Returns the messages of all branches. */
    public static final RequestMethod<SessionTreeRequest, SessionTreeResponse> TREE =
            method("_acp4j/session/tree", () -> SessionTreeRequest.CODEC, () -> SessionTreeResponse.CODEC);

    /** Returns the last messages of all branches. */
    public static final RequestMethod<SessionBranchesRequest, SessionBranchesResponse> BRANCHES =
            method("_acp4j/session/branches", () -> SessionBranchesRequest.CODEC, () -> SessionBranchesResponse.CODEC);

    /** Returns the messages from the root to one message, with their contents. */
    public static final RequestMethod<SessionPathRequest, SessionPathResponse> PATH =
            method("_acp4j/session/path", () -> SessionPathRequest.CODEC, () -> SessionPathResponse.CODEC);

    /** Moves the head to another message. */
    public static final RequestMethod<NavigateSessionRequest, NavigateSessionResponse> NAVIGATE =
            method("_acp4j/session/navigate", () -> NavigateSessionRequest.CODEC, () -> NavigateSessionResponse.CODEC);

    /** Labels a message. */
    public static final RequestMethod<LabelMessageRequest, LabelMessageResponse> LABEL =
            method("_acp4j/session/label", () -> LabelMessageRequest.CODEC, () -> LabelMessageResponse.CODEC);

    /** Returns where two branches diverge. */
    public static final RequestMethod<CompareBranchesRequest, CompareBranchesResponse> COMPARE =
            method("_acp4j/session/compare", () -> CompareBranchesRequest.CODEC, () -> CompareBranchesResponse.CODEC);

    /** Adds a summary of one branch to another. */
    public static final RequestMethod<GraftBranchRequest, GraftBranchResponse> GRAFT =
            method("_acp4j/session/graft", () -> GraftBranchRequest.CODEC, () -> GraftBranchResponse.CODEC);

    /** Removes a message and everything after it. */
    public static final RequestMethod<PruneBranchRequest, PruneBranchResponse> PRUNE =
            method("_acp4j/session/prune", () -> PruneBranchRequest.CODEC, () -> PruneBranchResponse.CODEC);

    /** All requests, which agents handle. */
    public static final List<RequestMethod<?, ?>> ALL =
            List.of(TREE, BRANCHES, PATH, NAVIGATE, LABEL, COMPARE, GRAFT, PRUNE);

    /** Tells that the agent has moved the head of a session by itself. */
    public static final NotificationMethod<SessionMovedNotification> MOVED = NotificationMethod.of(
                    "_acp4j/session/moved", Set.of(Side.CLIENT), () -> SessionMovedNotification.CODEC)
            .needing(moved())
            .unstable();

    private BranchMethods() {}

    /**
     * Finds a method.
     *
     * @param name its name on the wire
     * @return the method; null when the extension has none of that name
     */
    public static @Nullable RequestMethod<?, ?> byName(String name) {
        for (RequestMethod<?, ?> method : ALL) {
            if (method.name().equals(name)) {
                return method;
            }
        }
        return null;
    }

    private static <P, R> RequestMethod<P, R> method(
            String name, Supplier<JsonCodec<P>> params, Supplier<JsonCodec<R>> result) {
        RequestMethod<P, R> described = RequestMethod.of(name, Side.AGENT, params, result);
        Capability<AgentCapabilities> listed = new Capability<>(
                "agentCapabilities._meta." + BranchingCapability.KEY, AgentCapabilities.class, agent -> {
                    BranchingCapability capability = BranchingCapability.of(agent.meta());
                    return capability != null && capability.supports(described);
                });
        return described.needing(listed).unstable();
    }

    private static Capability<ClientCapabilities> moved() {
        return new Capability<>(
                "clientCapabilities._meta." + BranchingCapability.KEY, ClientCapabilities.class, client -> {
                    BranchingCapability capability = BranchingCapability.of(client.meta());
                    return capability != null && capability.supports(MOVED);
                });
    }
}
