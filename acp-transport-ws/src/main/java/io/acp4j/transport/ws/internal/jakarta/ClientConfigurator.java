package io.acp4j.transport.ws.internal.jakarta;

import jakarta.websocket.ClientEndpointConfig;
import jakarta.websocket.HandshakeResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.CookieHandler;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Adds headers and cookies to a request and looks at the response. */
public final class ClientConfigurator extends ClientEndpointConfig.Configurator {

    private static final Logger LOG = LoggerFactory.getLogger(ClientConfigurator.class);

    private final URI uri;
    private final Map<String, List<String>> headers;
    private final CookieHandler cookies;
    private final AtomicBoolean asked = new AtomicBoolean();
    private volatile @Nullable String connectionId;

    /**
     * Creates a configurator for one request.
     *
     * @param uri the address as {@code http} or {@code https}
     */
    public ClientConfigurator(URI uri, Map<String, List<String>> headers, CookieHandler cookies) {
        this.uri = uri;
        this.headers = headers;
        this.cookies = cookies;
    }

    /** Returns what the header of the response says; null before it, and when there is none. */
    public @Nullable String connectionId() {
        return connectionId;
    }

    /** Is called again by containers that follow redirects: what is sent is meant for the first server only. */
    @Override
    public void beforeRequest(Map<String, List<String>> request) {
        if (asked.getAndSet(true)) {
            throw new IllegalStateException("declined with a redirect; redirects are not followed");
        }
        try {
            cookies.get(uri, Map.of()).forEach((name, values) -> {
                if (!values.isEmpty()) {
                    request.put(name, new ArrayList<>(List.of(String.join("; ", values))));
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException("the cookies cannot be read: " + e.getMessage(), e);
        }
        // Containers make an origin up; but that is for web pages to have, and servers refuse those they do not know.
        request.keySet().removeIf(name -> name.equalsIgnoreCase("Origin"));
        headers.forEach((name, values) -> request.put(name, new ArrayList<>(values)));
    }

    @Override
    public void afterResponse(HandshakeResponse response) {
        response.getHeaders().forEach((name, values) -> {
            if (name == null || values.isEmpty()) {
                return;
            }
            if (name.equalsIgnoreCase(EndpointConfigurator.CONNECTION_ID)) {
                connectionId = values.get(0);
            } else if (name.equalsIgnoreCase("Set-Cookie")) {
                keep(values);
            }
        });
    }

    private void keep(List<String> set) {
        try {
            cookies.put(uri, Map.of("Set-Cookie", set));
        } catch (IOException | RuntimeException e) {
            LOG.warn("Cookies could not be kept", e);
        }
    }
}
