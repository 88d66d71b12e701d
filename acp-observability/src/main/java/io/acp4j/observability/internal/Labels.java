package io.acp4j.observability.internal;

import io.acp4j.rpc.ConnectionListener.RequestOutcome;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.method.V2Methods;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Turns what peers send into texts of which there is a known, small number: a peer can neither fill a store of metrics with
 * names that it makes up nor have contents kept there.
 */
public final class Labels {

    /** What stands for everything that is not known. */
    public static final String OTHER = "_OTHER";

    private static final Set<ErrorCode> CODES = Set.of(
            ErrorCode.PARSE_ERROR,
            ErrorCode.INVALID_REQUEST,
            ErrorCode.METHOD_NOT_FOUND,
            ErrorCode.INVALID_PARAMS,
            ErrorCode.INTERNAL_ERROR,
            ErrorCode.REQUEST_CANCELLED,
            ErrorCode.AUTH_REQUIRED,
            ErrorCode.RESOURCE_NOT_FOUND,
            ErrorCode.UNSUPPORTED_PROTOCOL_VERSION);

    private static final Set<StopReason> STOP_REASONS = Set.of(
            StopReason.END_TURN,
            StopReason.MAX_TOKENS,
            StopReason.MAX_TURN_REQUESTS,
            StopReason.REFUSAL,
            StopReason.CANCELLED);

    private final Set<String> methods = new HashSet<>();

    /**
     * Makes labels for the protocol's own methods and some more.
     *
     * @param moreMethods the names of the others
     */
    public Labels(Collection<String> moreMethods) {
        Methods.ALL.forEach(method -> methods.add(method.name()));
        V2Methods.ALL.forEach(method -> methods.add(method.name()));
        methods.addAll(moreMethods);
    }

    /**
     * Returns the label of a method.
     *
     * @param name its name on the wire
     * @return the name when it is known, else {@link #OTHER}
     */
    public String method(String name) {
        return methods.contains(name) ? name : OTHER;
    }

    /**
     * Returns what kind of error a request ended with.
     *
     * @param outcome how it ended
     * @return the code of the error, {@link #OTHER} when that has no meaning in the protocol; the name of the outcome when
     *     there was no response; null when there was no error
     */
    public static @Nullable String error(RequestOutcome outcome) {
        if (outcome.error() != null) {
            return CODES.contains(outcome.error()) ? outcome.error().toString() : OTHER;
        }
        return outcome.kind() == RequestOutcome.Kind.RESULT ? null : kind(outcome);
    }

    /**
     * Names an outcome.
     *
     * @param outcome the outcome
     * @return its kind in lower case
     */
    public static String kind(RequestOutcome outcome) {
        return outcome.kind().name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns why a turn ended.
     *
     * @param outcome how the request for it ended, or its work
     * @return the reason, {@link #OTHER} when it is unknown; null when it ended without one, or was no turn
     */
    public static @Nullable String stopReason(RequestOutcome outcome) {
        if (!(outcome.result() instanceof PromptResponse response)) {
            return null;
        }
        StopReason reason = response.stopReason();
        return STOP_REASONS.contains(reason) ? reason.value() : OTHER;
    }
}
