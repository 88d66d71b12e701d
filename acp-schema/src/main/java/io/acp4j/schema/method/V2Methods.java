package io.acp4j.schema.method;

import io.acp4j.schema.Method;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.Side;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.WireVersion;
import io.acp4j.schema.prompt.PromptInserted;
import io.acp4j.schema.prompt.PromptRequest;
import io.acp4j.schema.terminal.CancelTerminalRequest;
import io.acp4j.schema.terminal.CancelTerminalResponse;
import io.acp4j.schema.tool.CancelToolCallRequest;
import io.acp4j.schema.tool.CancelToolCallResponse;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The methods of version 2 of the protocol, a draft that moves: those that only it has, and how it names those of {@link Methods}.
 *
 * <p>The definitions follow one published schema of the draft, {@value #SCHEMA}.
 *
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public final class V2Methods {

    /** The schema of version 2 that types and methods follow: the release of the official TypeScript SDK that brings it. */
    public static final String SCHEMA = "@agentclientprotocol/sdk 2.4.0";

    /** Puts a prompt into the conversation; the response comes when it stands there. */
    public static final RequestMethod<PromptRequest, PromptInserted> SESSION_PROMPT =
            RequestMethod.of("session/prompt", Side.AGENT, () -> PromptRequest.CODEC, () -> PromptInserted.CODEC);

    /** Stops one tool call. */
    public static final RequestMethod<CancelToolCallRequest, CancelToolCallResponse> TOOL_CALL_CANCEL =
            RequestMethod.of(
                    "tool_call/cancel",
                    Side.AGENT,
                    () -> CancelToolCallRequest.CODEC,
                    () -> CancelToolCallResponse.CODEC);

    /** Ends the command of one terminal of the agent. */
    public static final RequestMethod<CancelTerminalRequest, CancelTerminalResponse> TERMINAL_CANCEL = RequestMethod.of(
            "terminal/cancel", Side.AGENT, () -> CancelTerminalRequest.CODEC, () -> CancelTerminalResponse.CODEC);

    /** Those that only version 2 has. */
    public static final List<RequestMethod<?, ?>> ONLY = List.of(SESSION_PROMPT, TOOL_CALL_CANCEL, TERMINAL_CANCEL);

    /** All methods of version 2, with its names and codecs. */
    public static final List<Method<?>> ALL = Stream.<Method<?>>concat(
                    Methods.ALL.stream().<Method<?>>map(method -> method.in(WireVersion.V2)),
                    ONLY.stream().<Method<?>>map(method -> method.in(WireVersion.V2)))
            .filter(Objects::nonNull)
            .toList();

    private static final Map<String, RequestMethod<?, ?>> REQUESTS = ALL.stream()
            .flatMap(method -> method instanceof RequestMethod<?, ?> request ? Stream.of(request) : Stream.empty())
            .collect(Collectors.toUnmodifiableMap(Method::name, Function.identity()));

    private static final Map<String, NotificationMethod<?>> NOTIFICATIONS = ALL.stream()
            .flatMap(method -> method instanceof NotificationMethod<?> told ? Stream.of(told) : Stream.empty())
            .collect(Collectors.toUnmodifiableMap(Method::name, Function.identity()));

    private V2Methods() {}

    /**
     * Finds a request.
     *
     * @param name its name on the wire of version 2
     * @return the method, with the codecs of version 2; null when version 2 has no request of that name
     */
    public static @Nullable RequestMethod<?, ?> request(String name) {
        return REQUESTS.get(name);
    }

    /**
     * Finds a notification.
     *
     * @param name its name on the wire of version 2
     * @return the method, with the codecs of version 2; null when version 2 has no notification of that name
     */
    public static @Nullable NotificationMethod<?> notification(String name) {
        return NOTIFICATIONS.get(name);
    }
}
