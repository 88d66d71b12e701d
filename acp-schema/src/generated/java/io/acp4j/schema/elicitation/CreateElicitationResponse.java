// Written by build-support/write-types from src/protocol/elicitation.yaml: change that, not this.
package io.acp4j.schema.elicitation;

import io.acp4j.schema.json.UnionCodec;
import java.util.Map;

/**
 * What became of an elicitation.
 *
 * <p>New actions may be permitted in minor releases: handle {@link UnknownElicitationResponse} or a default.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/elicitation#responses">the specification</a>
 * @since 0.1.0
 */
public sealed interface CreateElicitationResponse
        permits ElicitationAccepted, ElicitationDeclined, ElicitationCancelled, UnknownElicitationResponse {

    /** Reads and writes any kind, told apart by {@code action}. */
    UnionCodec<CreateElicitationResponse> CODEC = UnionCodec.<CreateElicitationResponse>on("action")
            .variant("accept", ElicitationAccepted.class, () -> ElicitationAccepted.CODEC)
            .variant("decline", ElicitationDeclined.class, () -> ElicitationDeclined.CODEC)
            .variant("cancel", ElicitationCancelled.class, () -> ElicitationCancelled.CODEC)
            .unknown(
                    UnknownElicitationResponse.class, UnknownElicitationResponse::new, UnknownElicitationResponse::raw);

    /**
     * Returns the response of a user who filled in a form.
     *
     * @param content the values by the names of the form's fields
     * @return the response
     */
    static CreateElicitationResponse accepted(Map<String, ElicitationContentValue> content) {
        return new ElicitationAccepted(content, null);
    }

    /**
     * Returns the response of a user who agrees to visit a page.
     *
     * @return the response
     */
    static CreateElicitationResponse accepted() {
        return new ElicitationAccepted(null, null);
    }

    /**
     * Returns the response of a user who says no.
     *
     * @return the response
     */
    static CreateElicitationResponse declined() {
        return new ElicitationDeclined(null);
    }

    /**
     * Returns the response of a user who dismissed the question.
     *
     * @return the response
     */
    static CreateElicitationResponse cancelled() {
        return new ElicitationCancelled(null);
    }
}
