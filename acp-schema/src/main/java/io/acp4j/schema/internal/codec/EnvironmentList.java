package io.acp4j.schema.internal.codec;

import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.mcp.EnvVariable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Environment variables as version 2 writes them, a list of names and values; of a repeated name the last counts. */
public final class EnvironmentList {

    /** Reads and writes them. */
    public static final JsonCodec<Map<String, String>> CODEC =
            Codecs.wrapping(Codecs.listOf(EnvVariable.CODEC), EnvironmentList::byName, EnvironmentList::list);

    private EnvironmentList() {}

    private static Map<String, String> byName(List<EnvVariable> variables) {
        Map<String, String> byName = new LinkedHashMap<>();
        variables.forEach(each -> byName.put(each.name(), each.value()));
        return Collections.unmodifiableMap(byName);
    }

    private static List<EnvVariable> list(Map<String, String> byName) {
        return byName.entrySet().stream()
                .map(each -> EnvVariable.of(each.getKey(), each.getValue()))
                .toList();
    }
}
