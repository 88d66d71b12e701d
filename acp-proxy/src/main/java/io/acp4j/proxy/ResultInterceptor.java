package io.acp4j.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.json.RawJson;
import java.util.function.UnaryOperator;

/**
 * Looks at the results of one method on their way back through a proxy, and may change them. Bound by the same rules as
 * {@link CallInterceptor}; errors are not shown to it.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface ResultInterceptor {

    /**
     * Decides about a result.
     *
     * @param method the method that was called
     * @param result its result
     * @return the result that goes on; the very object that was given, to pass it on byte for byte
     * @throws Exception to respond with error -32603 without details, or that of an {@link io.acp4j.rpc.AcpErrorException};
     *     logged
     */
    RawJson intercept(String method, RawJson result) throws Exception;

    /**
     * Makes an interceptor that changes results as trees, with all that they hold.
     *
     * @param rewriter is given the result and gives the one that goes on; it may change and return what it is given
     * @return the interceptor
     */
    static ResultInterceptor rewriting(UnaryOperator<JsonNode> rewriter) {
        return (method, result) -> RawJson.of(rewriter.apply(result.toTree()));
    }

    /**
     * Makes an interceptor that changes results as typed values. Members that the type does not know are lost when something
     * is changed; what is left equal goes on as it came.
     *
     * @param <R> the type of the result
     * @param type the method whose results they are
     * @param rewriter is given the result and gives the one that goes on
     * @return the interceptor
     */
    static <R> ResultInterceptor rewriting(RequestMethod<?, R> type, UnaryOperator<R> rewriter) {
        return (method, result) -> {
            R before = type.result().decode(result);
            R after = rewriter.apply(before);
            return after.equals(before) ? result : type.result().toRaw(after);
        };
    }
}
