// Written by build-support/write-types from src/protocol/elicitation.yaml: change that, not this.
package io.acp4j.schema.elicitation;

import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.json.UnionCodec;

/**
 * Asks the client for input of the user; the response comes when the user has given it, declined or dismissed the
 * question.
 *
 * <p>New modes may be permitted in minor releases: handle {@link UnknownElicitationRequest} or a default.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/elicitation#creating-an-elicitation">the specification</a>
 * @since 0.1.0
 */
public sealed interface CreateElicitationRequest extends SessionScoped
        permits FormElicitationRequest, UrlElicitationRequest, UnknownElicitationRequest {

    /** Reads and writes any kind, told apart by {@code mode}. */
    UnionCodec<CreateElicitationRequest> CODEC = UnionCodec.<CreateElicitationRequest>on("mode")
            .variant("form", FormElicitationRequest.class, () -> FormElicitationRequest.CODEC)
            .variant("url", UrlElicitationRequest.class, () -> UrlElicitationRequest.CODEC)
            .unknown(UnknownElicitationRequest.class, UnknownElicitationRequest::new, UnknownElicitationRequest::raw);
}
