package io.acp4j.proxy.internal.bridge.older;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.proxy.bridge.BridgeLoss;
import io.acp4j.proxy.internal.bridge.values.ConfigOptions;
import io.acp4j.proxy.internal.bridge.wire.Incoming;
import io.acp4j.proxy.internal.bridge.wire.Json;
import io.acp4j.proxy.internal.bridge.wire.Losses;
import io.acp4j.proxy.internal.bridge.wire.Recent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is remembered of a session of an agent of the older version. */
final class BridgedSession {

    final String id;
    final Losses losses = new Losses();
    final ArrayDeque<PromptedTurn> held = new ArrayDeque<>();

    /** Requests of the agent that the user has yet to decide. */
    final List<Incoming> questions = new ArrayList<>();

    /** Titles of tool calls. */
    final Recent<String> titles;

    /** Terminals that the agent has told of. */
    final Recent<Boolean> terminals;

    /** Ids that the agent has for messages which the client knows by another one. */
    final Recent<String> aliases;

    /** Ids that the agent has for messages of the user which the client has been shown. */
    final Recent<Boolean> userMessages;

    ArrayNode configOptions = Json.array();

    @Nullable
    ObjectNode modes;

    @Nullable
    PromptedTurn turn;

    @Nullable
    String cwd;

    /** The kind of the last chunk without an id, and the id that it was given. */
    @Nullable
    String chunkKind;

    String chunkId = "";

    /** What has been asked to open it again, in its order. */
    final List<PendingOpening> pending = new ArrayList<>();

    /** How often it was asked to be opened again. */
    int openings;

    BridgedSession(String id, int maxItems) {
        this.id = id;
        titles = new Recent<>(maxItems, () -> {});
        terminals = new Recent<>(maxItems, () -> losses.add(BridgeLoss.FORGOTTEN));
        aliases = new Recent<>(maxItems, () -> {});
        userMessages = new Recent<>(maxItems, () -> {});
    }

    boolean isIdle() {
        return turn == null && questions.isEmpty() && held.isEmpty() && pending.isEmpty();
    }

    /** Returns whether a prompt can be passed on: none runs, and the agent is not opening the session. */
    boolean takesPrompt() {
        return turn == null && pending.isEmpty();
    }

    /** Returns whether the agent tells a history that nobody has asked for. */
    boolean isSwallowing() {
        return !pending.isEmpty() && pending.get(0).swallowed;
    }

    /** Returns all options as the client sees them. */
    ArrayNode options() {
        ArrayNode all = configOptions.deepCopy();
        if (modes != null && ConfigOptions.findMode(all) == null) {
            all.add(modes.deepCopy());
        }
        return all;
    }

    /** Returns whether an id names the option that stands for the agent's modes. */
    boolean isModes(String configId) {
        return modes != null
                && configId.equals(Json.text(modes, "configId"))
                && ConfigOptions.findMode(configOptions) == null;
    }

    /** Remembers the options and modes that opened or changed the session, taken out of a result. */
    void take(ObjectNode result) {
        configOptions = ConfigOptions.forNewer(result.path("configOptions"));
        modes = ConfigOptions.ofModes(result.path("modes"));
        String modeId = ConfigOptions.MODE;
        while (modes != null && ConfigOptions.names(configOptions, modeId)) {
            modeId = "_" + modeId;
        }
        if (modes != null) {
            modes.put("configId", modeId);
        }
        result.remove(List.of("modes", "configOptions"));
        if (modes != null || !configOptions.isEmpty()) {
            result.set("configOptions", options());
        }
    }

    /** Ends the run of chunks that belong to one message. */
    void endChunks() {
        chunkKind = null;
    }
}
