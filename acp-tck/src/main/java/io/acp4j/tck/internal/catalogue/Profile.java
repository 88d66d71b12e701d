package io.acp4j.tck.internal.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.acp4j.tck.Settings;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a subject tells of itself when it is first met.
 *
 * @param initialize an agent's response to {@code initialize}, a client's parameters of it; missing when there was none
 * @param session its response to {@code session/new}; missing when there was none
 * @param vocabulary the words of the prompt vocabulary that an agent follows, the commands that a client's driver follows;
 *     null when the agent does not know the vocabulary, or the client has no driver
 * @param messageIds whether it puts ids on its message chunks
 * @param stream whether the transport is a stream of bytes
 * @param authRequired whether it asks for authentication before it makes sessions
 * @param trouble why it could not be got to know, null when it could
 * @param sessionTrouble why it makes no sessions, null when it does
 * @param promptTrouble why it responds to no prompts, null when it does
 * @param pace how long it was seen to take
 * @param protocol the version of the protocol that it is tested in: 1 or 2
 * @param http whether it is reached over Streamable HTTP
 * @param token whether the kit was given a token for its server
 * @param secondToken whether the kit was given the token of another principal
 */
public record Profile(
        JsonNode initialize,
        JsonNode session,
        @Nullable Set<String> vocabulary,
        boolean messageIds,
        boolean stream,
        boolean authRequired,
        @Nullable String trouble,
        @Nullable String sessionTrouble,
        @Nullable String promptTrouble,
        Pace pace,
        int protocol,
        boolean http,
        boolean token,
        boolean secondToken) {

    private static final int V2 = 2;

    private static final String NO_VOCABULARY = "the subject does not know the prompt vocabulary";
    private static final String NO_DRIVER = "the client has no test driver";

    /** Marks an action for which an agent without the vocabulary receives a plain prompt. */
    private static final String ACTION = "action:";

    private static final String METHOD = "method:";
    private static final String DRIVER = "driver:";

    private static final Map<String, String> CAPABILITIES = Map.ofEntries(
            Map.entry("loadSession", "/agentCapabilities/loadSession"),
            Map.entry("list", "/agentCapabilities/sessionCapabilities/list"),
            Map.entry("resume", "/agentCapabilities/sessionCapabilities/resume"),
            Map.entry("close", "/agentCapabilities/sessionCapabilities/close"),
            Map.entry("delete", "/agentCapabilities/sessionCapabilities/delete"),
            Map.entry("fork", "/agentCapabilities/sessionCapabilities/fork"),
            Map.entry("fork.atMessageId", "/agentCapabilities/sessionCapabilities/fork/atMessageId"),
            Map.entry("fork.details", "/agentCapabilities/sessionCapabilities/fork/_meta/acp4j~1fork"),
            Map.entry("lineage", "/agentCapabilities/sessionCapabilities/fork/_meta/acp4j~1fork/lineage"),
            Map.entry("additionalDirectories", "/agentCapabilities/sessionCapabilities/additionalDirectories"),
            Map.entry("logout", "/agentCapabilities/auth/logout"),
            Map.entry("image", "/agentCapabilities/promptCapabilities/image"),
            Map.entry("audio", "/agentCapabilities/promptCapabilities/audio"),
            Map.entry("embeddedContext", "/agentCapabilities/promptCapabilities/embeddedContext"),
            Map.entry("fs.readTextFile", "/clientCapabilities/fs/readTextFile"),
            Map.entry("fs.writeTextFile", "/clientCapabilities/fs/writeTextFile"),
            Map.entry("terminal", "/clientCapabilities/terminal"),
            Map.entry("subagents", "/clientCapabilities/subagents"),
            Map.entry("elicitation", "/clientCapabilities/elicitation"),
            Map.entry("elicitation.form", "/clientCapabilities/elicitation/form"),
            Map.entry("elicitation.url", "/clientCapabilities/elicitation/url"));

    /** What version 2 calls otherwise, or has alone; what any agent offers that has sessions stands for the rest. */
    private static final Map<String, String> OF_V2 = Map.ofEntries(
            Map.entry("session", "/capabilities/session"),
            Map.entry("loadSession", "/capabilities/session"),
            Map.entry("list", "/capabilities/session"),
            Map.entry("resume", "/capabilities/session"),
            Map.entry("close", "/capabilities/session"),
            Map.entry("delete", "/capabilities/session/delete"),
            Map.entry("fork", "/capabilities/session/fork"),
            Map.entry("fork.atMessageId", "/capabilities/session/fork/atMessageId"),
            Map.entry("archive", "/capabilities/session/archive"),
            Map.entry("status", "/capabilities/session/status"),
            Map.entry("title", "/capabilities/session/title"),
            Map.entry("systemPrompt", "/capabilities/session/systemPrompt"),
            Map.entry("providers", "/capabilities/providers"),
            Map.entry("additionalDirectories", "/capabilities/session/additionalDirectories"),
            Map.entry("auth.status", "/capabilities/auth/status"),
            Map.entry("mcp.stdio", "/capabilities/session/mcp/stdio"),
            Map.entry("mcp.http", "/capabilities/session/mcp/http"),
            Map.entry("image", "/capabilities/session/prompt/image"),
            Map.entry("audio", "/capabilities/session/prompt/audio"),
            Map.entry("embeddedContext", "/capabilities/session/prompt/embeddedContext"),
            Map.entry("elicitation", "/capabilities/elicitation"),
            Map.entry("elicitation.form", "/capabilities/elicitation/form"),
            Map.entry("elicitation.url", "/capabilities/elicitation/url"));

    /** Says what a subject tells that is not reached over Streamable HTTP. */
    public Profile(
            JsonNode initialize,
            JsonNode session,
            @Nullable Set<String> vocabulary,
            boolean messageIds,
            boolean stream,
            boolean authRequired,
            @Nullable String trouble,
            @Nullable String sessionTrouble,
            @Nullable String promptTrouble,
            Pace pace,
            int protocol) {
        this(
                initialize,
                session,
                vocabulary,
                messageIds,
                stream,
                authRequired,
                trouble,
                sessionTrouble,
                promptTrouble,
                pace,
                protocol,
                false,
                false,
                false);
    }

    /** Returns the same of a subject whose server does, or does not, want tokens that the kit was given. */
    public Profile withTokens(boolean first, boolean second) {
        return new Profile(
                initialize,
                session,
                vocabulary,
                messageIds,
                stream,
                authRequired,
                trouble,
                sessionTrouble,
                promptTrouble,
                pace,
                protocol,
                http,
                first,
                second);
    }

    /** The profile of a subject that could not be got to know. */
    public static Profile unknown(String trouble) {
        return unknown(trouble, 1);
    }

    /** The profile of a subject that could not be got to know in a version of the protocol. */
    public static Profile unknown(String trouble, int protocol) {
        MissingNode nothing = MissingNode.getInstance();
        return new Profile(
                nothing, nothing, null, false, true, false, trouble, trouble, trouble, Pace.UNKNOWN, protocol);
    }

    /**
     * Why something is not there.
     *
     * @param kind what follows from it
     * @param reason the reason, for people
     */
    public record Gap(Kind kind, String reason) {

        /** What follows from a gap. */
        public enum Kind {
            /** The subject says that it does not offer it: what hangs on it is skipped. */
            DECLARED,
            /** Nobody can see it from outside: what hangs on it is not tested, which is no reproach. */
            HIDDEN,
            /** Something is wrong: what hangs on it is not tested, and no verdict is possible. */
            TROUBLE
        }
    }

    private static Gap declared(String reason) {
        return new Gap(Gap.Kind.DECLARED, reason);
    }

    private static Gap trouble(String reason) {
        return new Gap(Gap.Kind.TROUBLE, reason);
    }

    private static Gap unseen(String reason) {
        return new Gap(Gap.Kind.HIDDEN, reason);
    }

    /** Returns the common part of reasons that differ only in the word or command that has no effect; other reasons unchanged. */
    public static String cause(String reason) {
        return Stream.of(NO_VOCABULARY, NO_DRIVER)
                .filter(reason::startsWith)
                .findFirst()
                .orElse(reason);
    }

    /** Returns whether the subject is driven by nobody, so that most of what it can do depends on its model or its user. */
    public boolean isUndriven() {
        return vocabulary == null && trouble == null && sessionTrouble == null && promptTrouble == null;
    }

    /** Returns what kept the kit from examining the subject, or from making sessions, or from prompting; null when nothing did. */
    public @Nullable String firstTrouble() {
        return trouble != null ? trouble : sessionTrouble != null ? sessionTrouble : promptTrouble;
    }

    public boolean has(String need, Settings settings) {
        return gap(need, settings).isEmpty();
    }

    /** Returns why a need is not met; empty when it is. */
    public Optional<Gap> gap(String need, Settings settings) {
        if (trouble != null) {
            return Optional.of(trouble(trouble));
        }
        if (need.startsWith(ACTION)) {
            return isUndriven() ? Optional.empty() : word(need.substring(ACTION.length()), settings);
        }
        if (need.startsWith("word:")) {
            return word(need.substring("word:".length()), settings);
        }
        if (need.startsWith(DRIVER)) {
            return command(need.substring(DRIVER.length()));
        }
        if (need.equals("not:http")) {
            return http
                    ? Optional.of(declared("over HTTP a status says it, or there is no connection that could end"))
                    : Optional.empty();
        }
        if (need.startsWith("not:")) {
            String unwanted = need.substring("not:".length());
            return advertised(unwanted)
                    ? Optional.of(declared("the subject offers `" + unwanted + "`"))
                    : Optional.empty();
        }
        if (need.startsWith(METHOD)) {
            return offers("_acp4j/session/" + need.substring(METHOD.length()))
                    ? Optional.empty()
                    : Optional.of(declared("the subject does not list the method in `_meta acp4j/branching`"));
        }
        boolean there = switch (need) {
            case "modes" -> session.at("/modes/availableModes").size() > 0;
            case "configOptions" -> session.at("/configOptions").size() > 0;
            case "authMethods" -> initialize.at("/authMethods").size() > 0;
            case "authRequired" -> authRequired;
            case "messageIds" -> messageIds;
            case "stream" -> stream;
            case "websocket" -> !stream && !http;
            case "http" -> http;
            case "token" -> token;
            case "secondToken" -> secondToken;
            case "stalledReader" -> settings.stalledReader() != null;
            case "history" -> has("loadSession", settings) || has("word:history", settings);
            case "authMethod" -> settings.authMethod() != null;
            default -> advertised(need);
        };
        if (there) {
            return Optional.empty();
        }
        return Optional.of(
                switch (need) {
                    case "modes", "configOptions" ->
                        sessionTrouble != null
                                ? trouble(sessionTrouble)
                                : declared("the subject does not offer `" + need + "`");
                    case "messageIds" ->
                        promptTrouble != null
                                ? trouble(promptTrouble)
                                : declared("the subject puts no ids on messages");
                    case "authMethod" ->
                        unseen("the kit was not told which authentication method it may use (--auth-method)");
                    case "stream" -> declared("the transport is not a stream of bytes");
                    case "websocket" -> declared("the transport is not a WebSocket");
                    case "http" -> declared("the transport is not Streamable HTTP");
                    case "token" -> declared("the kit was given no token that the server wants (--token)");
                    case "secondToken" -> declared("the kit was given no token of another principal (--second-token)");
                    case "stalledReader" ->
                        unseen("it takes long, and the kit was not told how long (--stalled-reader)");
                    case "history" -> unseen("neither session/load nor `tck: history` shows what it remembers");
                    default ->
                        misspelled(need)
                                .map(Profile::trouble)
                                .orElseGet(() -> declared("the subject does not offer `" + need + "`"));
                });
    }

    /** Returns the difference between a capability and the schema, in the place or the type; empty if both agree. */
    private Optional<String> misspelled(String capability) {
        Map<String, String> places = protocol == V2 ? OF_V2 : CAPABILITIES;
        String pointer = places.get(capability);
        int parent = capability.lastIndexOf('.');
        if (pointer == null || !pointer.endsWith("/" + capability.substring(parent + 1))) {
            return Optional.empty();
        }
        Optional<String> found = MisplacedCapabilityFinder.find(initialize, pointer, places.values());
        return found.isPresent() && parent > 0
                ? misspelled(capability.substring(0, parent)).or(() -> found)
                : found;
    }

    /** Returns the advertisement of a need, or the transport that it names; empty if the subject has neither. */
    Optional<String> advertisement(String need) {
        if (need.startsWith(DRIVER)) {
            String command = need.substring(DRIVER.length());
            return vocabulary != null && vocabulary.contains(command)
                    ? Optional.of("the test driver of the client offers `" + command + "`")
                    : Optional.empty();
        }
        return switch (need) {
            case "http" -> http ? Optional.of("the subject is tested over Streamable HTTP") : Optional.empty();
            case "websocket" ->
                !stream && !http ? Optional.of("the subject is tested over WebSocket") : Optional.empty();
            default -> {
                String pointer = (protocol == V2 ? OF_V2 : CAPABILITIES).get(need);
                if (pointer == null) {
                    yield Optional.empty();
                }
                yield advertised(need)
                        ? Optional.of("the subject advertises `" + MisplacedCapabilityFinder.dotted(pointer) + "`")
                        : misspelled(need).map(found -> "the subject advertises it differently from the schema");
            }
        };
    }

    /** Returns whether it lists an extension method for branches. */
    private boolean offers(String method) {
        for (JsonNode each : initialize.at("/agentCapabilities/_meta/acp4j~1branching/methods")) {
            if (each.asText().equals(method)) {
                return true;
            }
        }
        return false;
    }

    private boolean advertised(String capability) {
        String pointer = (protocol == V2 ? OF_V2 : CAPABILITIES).get(capability);
        if (pointer == null) {
            throw new IllegalArgumentException("Nobody knows what `" + capability + "` is");
        }
        JsonNode value = initialize.at(pointer);
        // The proposal defines a boolean. No schema of version 2 contains this member.
        boolean mayBeBoolean = protocol != V2 || capability.equals("fork.atMessageId");
        return value.isObject() || (mayBeBoolean && value.booleanValue());
    }

    private Optional<Gap> word(String word, Settings settings) {
        if (vocabulary == null) {
            if (word.equals("wait") && settings.cancelPrompt() != null) {
                return Optional.empty();
            }
            return Optional.of(
                    promptTrouble != null
                            ? trouble(promptTrouble)
                            : unseen(NO_VOCABULARY + ", so `tck: " + word + "` has no effect"));
        }
        return vocabulary.contains(word)
                ? Optional.empty()
                : Optional.of(declared("the subject declares that it never does what `tck: " + word + "` asks for"));
    }

    private Optional<Gap> command(String command) {
        if (vocabulary == null) {
            return Optional.of(unseen(NO_DRIVER + ", so the command `" + command + "` has no effect"));
        }
        return vocabulary.contains(command)
                ? Optional.empty()
                : Optional.of(declared("the client's driver declares that it never does `" + command + "`"));
    }
}
