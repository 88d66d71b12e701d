package io.acp4j.interop.agent;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionConfigGroupId;
import io.acp4j.schema.SessionConfigId;
import io.acp4j.schema.SessionConfigValueId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.config.SessionConfigBoolean;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.config.SessionConfigOptionCategory;
import io.acp4j.schema.config.SessionConfigSelect;
import io.acp4j.schema.config.SessionConfigSelectGroup;
import io.acp4j.schema.config.SessionConfigSelectOption;
import io.acp4j.schema.config.SessionConfigSelectOptions;
import io.acp4j.schema.config.SessionConfigValue;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.mode.SessionMode;
import io.acp4j.schema.mode.SessionModeState;
import io.acp4j.schema.session.SessionInfo;
import io.acp4j.schema.update.AgentThoughtChunk;
import io.acp4j.schema.update.ContentChunk;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.ToolCallUpdate;
import io.acp4j.schema.update.UserMessageChunk;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the agent knows of a session, open or not. Safe for use by any number of threads. */
final class StoredSession {

    static final String UPDATED_AT = "2026-01-01T00:00:00Z";

    private final SessionId id;
    private final List<SessionUpdate> history = new ArrayList<>();
    private String cwd;
    private List<String> additionalDirectories;
    private int mcpServers;
    private @Nullable String title;
    private SessionModeId mode = new SessionModeId("ask");
    private SessionConfigValueId model = new SessionConfigValueId("small");
    private SessionConfigValueId effort = new SessionConfigValueId("low");
    private boolean verbose;

    StoredSession(SessionId id, Surroundings surroundings) {
        this.id = id;
        this.cwd = surroundings.cwd();
        this.additionalDirectories = surroundings.additionalDirectories();
        this.mcpServers = surroundings.mcpServers();
    }

    /**
     * Where a session works.
     *
     * @param cwd its working directory
     * @param additionalDirectories further ones
     * @param mcpServers how many servers it was given
     */
    record Surroundings(String cwd, List<String> additionalDirectories, int mcpServers) {}

    SessionId id() {
        return id;
    }

    synchronized String cwd() {
        return cwd;
    }

    synchronized void move(Surroundings surroundings) {
        cwd = surroundings.cwd();
        additionalDirectories = surroundings.additionalDirectories();
        mcpServers = surroundings.mcpServers();
    }

    /** Makes a session with the same past, up to and including a message when one is given. */
    synchronized StoredSession fork(SessionId forkId, Surroundings surroundings, @Nullable MessageId last) {
        StoredSession fork = new StoredSession(forkId, surroundings);
        fork.history.addAll(last == null ? history : historyThrough(last));
        fork.mode = mode;
        fork.model = model;
        fork.effort = effort;
        fork.verbose = verbose;
        fork.title = title;
        return fork;
    }

    private List<SessionUpdate> historyThrough(MessageId message) {
        for (int i = history.size() - 1; i >= 0; i--) {
            if (history.get(i) instanceof ContentChunk chunk
                    && !(chunk instanceof AgentThoughtChunk)
                    && message.equals(chunk.messageId())) {
                return history.subList(0, i + 1);
            }
        }
        throw new AcpErrorException(
                ErrorCode.INVALID_PARAMS,
                "not a user or agent message of this session",
                Map.of("messageId", message.value()));
    }

    /** Keeps what a later client must see again; everything else describes the moment. */
    synchronized void remember(SessionUpdate update) {
        if (update instanceof ContentChunk || update instanceof ToolCall || update instanceof ToolCallUpdate) {
            history.add(update);
        }
    }

    synchronized List<SessionUpdate> history() {
        return List.copyOf(history);
    }

    synchronized int toolCalls() {
        return (int) history.stream().filter(ToolCall.class::isInstance).count();
    }

    /** Returns the text of every user message, in order. */
    synchronized List<String> userTexts() {
        Map<MessageId, String> texts = new LinkedHashMap<>();
        for (SessionUpdate update : history) {
            if (update instanceof UserMessageChunk chunk && chunk.content() instanceof TextContent text) {
                texts.merge(Objects.requireNonNull(chunk.messageId()), text.text(), String::concat);
            }
        }
        return List.copyOf(texts.values());
    }

    synchronized void title(String newTitle) {
        title = newTitle;
    }

    synchronized void mode(SessionModeId newMode) {
        mode = newMode;
    }

    synchronized void set(SessionConfigId option, SessionConfigValue value) {
        if (value instanceof SessionConfigValue.Switch on) {
            verbose = on.on();
        } else if (value instanceof SessionConfigValue.Choice choice) {
            if (option.value().equals("model")) {
                model = choice.id();
            } else {
                effort = choice.id();
            }
        }
    }

    synchronized SessionModeState modes() {
        return SessionModeState.of(
                mode,
                List.of(
                        new SessionMode(new SessionModeId("ask"), "Ask", "Asks before it changes anything", null),
                        SessionMode.of(new SessionModeId("code"), "Code")));
    }

    synchronized List<SessionConfigOption> configOptions() {
        SessionConfigSelectOptions models = SessionConfigSelectOptions.of(
                SessionConfigSelectOption.of(new SessionConfigValueId("small"), "Small"),
                new SessionConfigSelectOption(new SessionConfigValueId("large"), "Large", "Slower and better", null));
        SessionConfigSelectOptions efforts = new SessionConfigSelectOptions.Grouped(
                List.of(group("usual", "Usual", "low", "Low"), group("costly", "Costly", "high", "High")));
        return List.of(
                SessionConfigSelect.builder(new SessionConfigId("model"), "Model", model, models)
                        .category(SessionConfigOptionCategory.MODEL)
                        .build(),
                SessionConfigSelect.builder(new SessionConfigId("effort"), "Effort", effort, efforts)
                        .category(SessionConfigOptionCategory.THOUGHT_LEVEL)
                        .build(),
                SessionConfigBoolean.builder(new SessionConfigId("verbose"), "Verbose", verbose)
                        .build());
    }

    private static SessionConfigSelectGroup group(String id, String name, String value, String valueName) {
        return SessionConfigSelectGroup.of(
                new SessionConfigGroupId(id),
                name,
                List.of(SessionConfigSelectOption.of(new SessionConfigValueId(value), valueName)));
    }

    synchronized SessionInfo info() {
        return SessionInfo.builder(id, cwd)
                .additionalDirectories(additionalDirectories)
                .title(title)
                .updatedAt(UPDATED_AT)
                .build();
    }

    synchronized String status() {
        return "status: mode=" + mode.value() + " model=" + model.value() + " effort=" + effort.value() + " verbose="
                + verbose + " directories=" + additionalDirectories.size() + " mcp=" + mcpServers;
    }
}
