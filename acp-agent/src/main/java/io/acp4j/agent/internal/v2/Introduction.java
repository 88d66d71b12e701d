package io.acp4j.agent.internal.v2;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.schema.init.ClientCapabilities;
import io.acp4j.schema.init.ClientSessionCapabilities;
import io.acp4j.schema.init.InitializeRequest;
import io.acp4j.schema.init.SessionConfigOptionsCapabilities;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.json.SchemaException;
import io.acp4j.schema.json.WireVersion;

/** Reads how a client of the draft introduces itself. */
final class Introduction {

    private static final JsonCodec<InitializeRequest> CODEC = InitializeRequest.CODEC.in(WireVersion.V2);

    private static final RawJson SOMEBODY = RawJson.parse("{\"name\":\"unknown\",\"version\":\"unknown\"}");

    private Introduction() {}

    /**
     * Reads the request; the capabilities say, too, what every client of the draft can do.
     *
     * @param newer whether it is of a newer version, in which the client may say otherwise who made it
     */
    static InitializeRequest read(RawJson params, boolean newer) throws SchemaException {
        InitializeRequest request;
        try {
            request = CODEC.decode(params);
        } catch (SchemaException e) {
            if (!newer || !(params.toTree() instanceof ObjectNode members)) {
                throw e;
            }
            members.set("info", SOMEBODY.toTree());
            request = CODEC.decode(RawJson.of(members));
        }
        return request.toBuilder()
                .clientCapabilities(complete(request.clientCapabilities()))
                .build();
    }

    private static ClientCapabilities complete(ClientCapabilities said) {
        return said.toBuilder()
                .session(ClientSessionCapabilities.builder()
                        .notices()
                        .compaction()
                        .configOptions(SessionConfigOptionsCapabilities.BOOLEAN)
                        .build())
                .plan()
                .subagents()
                .build();
    }
}
