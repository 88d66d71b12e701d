package io.acp4j.tck.internal.client;

import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.probe.Dialect;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.wire.Entry;
import org.jspecify.annotations.Nullable;

/**
 * How the agent that the kit plays says in a version of the protocol what both versions have, so that a scenario about a rule of both is
 * written once. Immutable.
 */
public interface PlayedAgent {

    /** Returns how an agent speaks a version. */
    static PlayedAgent of(Dialect dialect) {
        return dialect == Dialect.V1 ? PlayedAgentV1.INSTANCE : PlayedAgentV2.INSTANCE;
    }

    /** Returns the version. */
    int version();

    /**
     * Returns a result for {@code initialize} that offers what every agent does, and more.
     *
     * @param offer capabilities of sessions, by the name that both versions have; {@code load} for what they call differently
     */
    ObjectNode introduction(ObjectNode offer);

    /** Returns the member of an introduction that has the capabilities. */
    String capabilities();

    /** Returns the member of an introduction that says who the agent is. */
    String info();

    /** Returns a method of authentication. */
    ObjectNode authMethod(String id, String name);

    /** Returns the method by which a client authenticates. */
    String login();

    /** Returns the method by which a client has a session replayed. */
    String loading();

    /** Says what has to stand between a replay and the response to the request for it. */
    void endReplay(Link link, String session);

    /** Takes a prompt into the conversation. */
    void begin(Link link, String session, Entry prompt);

    /** Ends the work on a prompt. */
    void end(Link link, String session, Entry prompt, String stopReason);

    /** Returns the kind of the update that announces a tool call. */
    String announcement();

    /** Returns an update with the plan. */
    ObjectNode plan(String session, ArrayNode entries);

    /** Returns the parameters of a request for permission about a tool call. */
    ObjectNode question(String session, String tool, @Nullable ArrayNode options);

    /** Returns an update of a session. */
    static ObjectNode update(String session, String kind, @Nullable Object... members) {
        ObjectNode update = obj("sessionUpdate", kind);
        update.setAll(obj(members));
        return obj("sessionId", session, "update", update);
    }
}
