package io.acp4j.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.schema.Method;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.json.SchemaException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A request or notification on its way through a proxy.
 *
 * @param flow which way it goes
 * @param isRequest whether it is a request
 * @param method its method
 * @param params its parameters as they came; null when it has none
 * @since 0.1.0
 */
public record ProxiedCall(
        Flow flow,
        boolean isRequest,
        String method,
        @Nullable RawJson params) {

    /** Checks that flow and method are there. */
    public ProxiedCall {
        Objects.requireNonNull(flow, "flow");
        Objects.requireNonNull(method, "method");
    }

    /**
     * Returns the parameters as a tree, which may be changed and be handed to {@link Verdict#replace(Object)}.
     *
     * @return a tree of its own for each call; an empty object when there are no parameters
     */
    public JsonNode tree() {
        return (params == null ? RawJson.EMPTY_OBJECT : params).toTree();
    }

    /**
     * Reads the parameters as those of a method. What its type does not know is not part of the result.
     *
     * @param <P> the type of the parameters
     * @param type the method
     * @return the parameters
     * @throws SchemaException when they are not of that type
     */
    public <P> P params(Method<P> type) throws SchemaException {
        return type.params().decode(params == null ? RawJson.EMPTY_OBJECT : params);
    }
}
