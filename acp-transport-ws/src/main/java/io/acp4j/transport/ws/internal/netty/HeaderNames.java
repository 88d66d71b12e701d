package io.acp4j.transport.ws.internal.netty;

import io.netty.handler.codec.http.HttpHeaders;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Names of headers, and headers by name. */
public final class HeaderNames {

    /** Identifies a connection; given by the server. */
    public static final String CONNECTION_ID = "Acp-Connection-Id";

    private HeaderNames() {}

    public static String lowerCase(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    public static Map<String, List<String>> byLowerCaseName(HttpHeaders headers) {
        Map<String, List<String>> byName = new HashMap<>();
        headers.forEach(header -> byName.computeIfAbsent(lowerCase(header.getKey()), name -> new ArrayList<>(1))
                .add(header.getValue()));
        byName.replaceAll((name, values) -> List.copyOf(values));
        return Collections.unmodifiableMap(byName);
    }
}
