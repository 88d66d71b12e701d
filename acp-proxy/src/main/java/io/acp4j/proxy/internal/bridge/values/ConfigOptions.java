package io.acp4j.proxy.internal.bridge.values;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.proxy.bridge.BridgeLoss;
import io.acp4j.proxy.internal.bridge.wire.Json;
import io.acp4j.proxy.internal.bridge.wire.Losses;
import org.jspecify.annotations.Nullable;

/** Configuration options, and the modes that the older version has beside them. */
public final class ConfigOptions {

    /** The id of the option that stands for an agent's modes. */
    public static final String MODE = "mode";

    private ConfigOptions() {}

    public static ArrayNode forNewer(JsonNode options) {
        ArrayNode out = Json.array();
        for (JsonNode option : options) {
            if (option instanceof ObjectNode object) {
                Json.rename(object, "id", "configId");
                renameGroups(object, "group", "groupId");
                out.add(object);
            }
        }
        return out;
    }

    /** Rewrites options for a client of the older version, which may not know booleans. */
    public static ArrayNode forOlder(JsonNode options, boolean booleans, Losses losses) {
        ArrayNode out = Json.array();
        for (JsonNode option : options) {
            String type = Json.text(option, "type", "");
            boolean known = type.equals("select") || (type.equals("boolean") && booleans);
            if (!(option instanceof ObjectNode object) || !known) {
                losses.add(BridgeLoss.CONFIG_OPTION);
                continue;
            }
            Json.rename(object, "configId", "id");
            renameGroups(object, "groupId", "group");
            out.add(object);
        }
        return out;
    }

    private static void renameGroups(ObjectNode option, String from, String to) {
        for (JsonNode group : option.path("options")) {
            if (group instanceof ObjectNode object && object.path("options").isArray()) {
                Json.rename(object, from, to);
            }
        }
    }

    /** Returns the option, written as the newer version does, that stands for an agent's modes; null without modes. */
    public static @Nullable ObjectNode ofModes(JsonNode modes) {
        if (!modes.path("availableModes").isArray()) {
            return null;
        }
        ObjectNode option = Json.object()
                .put("configId", MODE)
                .put("name", "Mode")
                .put("category", MODE)
                .put("type", "select")
                .put("currentValue", Json.text(modes, "currentModeId", ""));
        ArrayNode values = option.putArray("options");
        for (JsonNode mode : modes.path("availableModes")) {
            String id = Json.text(mode, "id");
            if (id != null) {
                ObjectNode value = values.addObject().put("value", id).put("name", Json.text(mode, "name", id));
                copy(mode, value);
            }
        }
        return option;
    }

    private static void copy(JsonNode from, ObjectNode to) {
        for (String member : new String[] {"description", "_meta"}) {
            if (Json.has(from, member)) {
                to.set(member, from.path(member).deepCopy());
            }
        }
    }

    /** Finds the option that says the mode, among options as the newer version writes them. */
    public static @Nullable ObjectNode findMode(JsonNode options) {
        for (JsonNode option : options) {
            if (option instanceof ObjectNode object
                    && MODE.equals(Json.text(object, "category"))
                    && "select".equals(Json.text(object, "type"))) {
                return object;
            }
        }
        return null;
    }

    /** Returns whether an option of this id is among options as the newer version writes them. */
    public static boolean names(JsonNode options, String id) {
        for (JsonNode option : options) {
            if (id.equals(Json.text(option, "configId"))) {
                return true;
            }
        }
        return false;
    }

    /** Returns the modes that an option of the newer version stands for. */
    public static ObjectNode toModes(ObjectNode option) {
        ObjectNode modes = Json.object().put("currentModeId", Json.text(option, "currentValue", ""));
        addModes(option.path("options"), modes.putArray("availableModes"));
        return modes;
    }

    private static void addModes(JsonNode values, ArrayNode modes) {
        for (JsonNode value : values) {
            String id = Json.text(value, "value");
            if (id != null) {
                copy(value, modes.addObject().put("id", id).put("name", Json.text(value, "name", id)));
            } else {
                addModesOf(value, modes);
            }
        }
    }

    /** A group of values; groups hold no groups. */
    private static void addModesOf(JsonNode group, ArrayNode modes) {
        for (JsonNode value : group.path("options")) {
            String id = Json.text(value, "value");
            if (id != null) {
                copy(value, modes.addObject().put("id", id).put("name", Json.text(value, "name", id)));
            }
        }
    }
}
