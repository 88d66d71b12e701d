package io.acp4j.tck.internal.probe;

import io.acp4j.tck.internal.http.Endpoint;
import io.acp4j.tck.internal.http.Http2Endpoint;
import io.acp4j.tck.internal.websocket.RawSocket;
import io.acp4j.tck.internal.wire.Connector;
import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Connections by WebSocket and HTTP that a scenario makes for itself, and what is known of the address that they lead to. */
public final class OwnConnections {

    private final Connector connector;
    private final Waits waits;
    private final @Nullable String authMethod;
    private final List<WebSocketLink> sockets = new CopyOnWriteArrayList<>();
    private final List<HttpLink> https = new CopyOnWriteArrayList<>();
    private final List<String> made = new CopyOnWriteArrayList<>();

    OwnConnections(Connector connector, Waits waits, @Nullable String authMethod) {
        this.connector = connector;
        this.waits = waits;
        this.authMethod = authMethod;
    }

    /** Notes a session that is to be removed and that no {@link Link} has made. */
    public void made(String session) {
        made.add(session);
    }

    /** Returns the sessions that were noted. */
    public List<String> made() {
        return List.copyOf(made);
    }

    /** Returns the address at which the subject takes WebSockets, or ends the scenario. */
    public URI webSocketAddress() {
        URI address = connector.webSocket();
        if (address == null) {
            throw new NotTestable("The transport is not a WebSocket");
        }
        return address;
    }

    /** Returns the address at which the subject speaks HTTP, or ends the scenario. */
    public URI httpAddress() {
        URI address = connector.http();
        if (address == null) {
            throw new NotTestable("The transport is not Streamable HTTP");
        }
        return address;
    }

    /** Prepares a connection over HTTP of the scenario's own, on which nothing has been sent. */
    public HttpLink http() {
        return http(connector.token());
    }

    /** Prepares such a connection of another principal, or ends the scenario. */
    public HttpLink httpOfOther() {
        if (connector.secondToken() == null) {
            throw new NotTestable("the kit was given no token of another principal");
        }
        return http(connector.secondToken());
    }

    /** Prepares a connection over HTTP/2, or over HTTP/1.1 where the server does not speak that. */
    public HttpLink http2() {
        Endpoint endpoint = new Endpoint(httpAddress(), connector.token());
        Http2Endpoint second = new Http2Endpoint(endpoint, waits.startup());
        HttpLink link = new HttpLink(endpoint, second::send, waits, authMethod, this::made);
        https.add(link);
        return link;
    }

    /** Returns whether the subject's server is reached with TLS. */
    public boolean isHttpWithTls() {
        return "https".equalsIgnoreCase(httpAddress().getScheme());
    }

    /** Prepares a connection over HTTP/2 with which the kit begins, without TLS; null where the server does not take that. */
    public @Nullable HttpLink http2AtOnce() {
        Endpoint endpoint = new Endpoint(httpAddress(), connector.token());
        if (!endpoint.takesHttp2(waits.startup())) {
            return null;
        }
        HttpLink link = new HttpLink(endpoint, endpoint::sendHttp2, waits, authMethod, this::made);
        https.add(link);
        return link;
    }

    private HttpLink http(@Nullable String token) {
        HttpLink link = new HttpLink(new Endpoint(httpAddress(), token), waits, authMethod, this::made);
        https.add(link);
        return link;
    }

    /** Returns whether the subject's server wants a token, as the kit was told. */
    public boolean hasToken() {
        return connector.token() != null;
    }

    /** Returns whether the kit was given the token of another principal. */
    public boolean hasSecondToken() {
        return connector.secondToken() != null;
    }

    /** Returns whether the subject is on this machine, as far as its address tells. */
    public boolean isOnThisMachine() {
        URI address = connector.webSocket() == null ? connector.http() : connector.webSocket();
        try {
            return address == null || InetAddress.getByName(address.getHost()).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /** Asks for a WebSocket of the scenario's own, with headers changed; what the server said may be a refusal. */
    public WebSocketLink askForWebSocket(Map<String, String> changes) {
        return askForWebSocket(webSocketAddress(), changes);
    }

    /** Asks the endpoint that speaks HTTP for a WebSocket on the same path; what it said may be a refusal. */
    public WebSocketLink askForWebSocketOverHttp() {
        return askForWebSocketOverHttp(Map.of());
    }

    /** Asks it like that, with headers changed. */
    public WebSocketLink askForWebSocketOverHttp(Map<String, String> changes) {
        return askForWebSocket(httpAddress(), changes);
    }

    private WebSocketLink askForWebSocket(URI address, Map<String, String> changes) {
        try {
            RawSocket socket = new RawSocket(
                    address, new Endpoint(address, connector.token()).authorized(changes), waits.startup());
            WebSocketLink link = new WebSocketLink(socket, waits, this::made);
            sockets.add(link);
            return link;
        } catch (SocketTimeoutException e) {
            waits.recordTimeout(WaitKind.STARTUP);
            throw NotTestable.error("The subject did not respond to the request for a WebSocket: " + e.getMessage());
        } catch (IOException e) {
            throw NotTestable.error("The subject cannot be reached: " + e.getMessage());
        }
    }

    /** Opens a WebSocket of the scenario's own, or ends the scenario. */
    public WebSocketLink webSocket() {
        WebSocketLink link = askForWebSocket(Map.of());
        if (!link.upgrade().isUpgrade()) {
            throw NotTestable.error("The subject responded to the request for a WebSocket with " + link.upgrade());
        }
        return link;
    }

    /** Returns the WebSockets that were asked for. */
    public List<WebSocketLink> webSockets() {
        return List.copyOf(sockets);
    }

    /** Ends all of them; safe from any thread. */
    void close() {
        sockets.forEach(WebSocketLink::close);
        // The end of one connection may take long, and must not keep the streams of the others open.
        https.forEach(HttpLink::cut);
        https.forEach(HttpLink::close);
    }
}
