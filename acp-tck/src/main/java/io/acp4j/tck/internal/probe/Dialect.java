package io.acp4j.tck.internal.probe;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * How the kit says in each version of the protocol what both versions have, so that a scenario about a rule of both is written
 * once.
 */
public enum Dialect {
    V1(1, "authenticate", "clientCapabilities", "clientInfo"),
    V2(2, "auth/login", "capabilities", "info");

    private static final ObjectNode KIT = obj("name", "acp-tck", "title", "acp4j conformance kit", "version", "1");

    private final int version;
    private final String login;
    private final String capabilities;
    private final String info;

    Dialect(int version, String login, String capabilities, String info) {
        this.version = version;
        this.login = login;
        this.capabilities = capabilities;
        this.info = info;
    }

    /** Returns the dialect of a version: 1 or 2. */
    public static Dialect of(int version) {
        return version == V2.version ? V2 : V1;
    }

    /** Returns what the kit asks for. */
    public int version() {
        return version;
    }

    /** Returns the method by which a client authenticates. */
    public String login() {
        return login;
    }

    /** Returns all that a client can advertise. */
    public ObjectNode everything() {
        return this == V1
                ? Probe.everything()
                : obj("auth", obj("terminal", obj()), "elicitation", obj("form", obj(), "url", obj()));
    }

    /** Returns the parameters of {@code initialize}; without capabilities, only what the version requires. */
    public ObjectNode initialization(int wanted, @Nullable JsonNode advertised) {
        ObjectNode params = obj("protocolVersion", wanted);
        if (this == V2) {
            params.set(info, KIT);
            if (advertised != null) {
                params.set(capabilities, advertised);
            }
        } else if (advertised != null) {
            params.set(capabilities, advertised);
            params.set(info, KIT);
            if (wanted != version) {
                // What version 2 requires: an agent that speaks both reads the parameters of the version it is asked
                // for.
                params.set(V2.info, KIT);
                params.set(V2.capabilities, obj());
            }
        }
        return params;
    }

    /** Returns what parameters of {@code initialize} advertise; an empty object when nothing. */
    JsonNode advertised(JsonNode params) {
        JsonNode ours = params.path(capabilities);
        return ours.isObject() ? ours : obj();
    }

    /** Returns the parameters of {@code session/new}. */
    public ObjectNode newSession(String cwd) {
        return this == V1 ? obj("cwd", cwd, "mcpServers", arr()) : obj("cwd", cwd);
    }

    /** Returns whether the response to a prompt ends its turn; otherwise a session's state does. */
    public boolean endsWithResponse() {
        return this == V1;
    }
}
