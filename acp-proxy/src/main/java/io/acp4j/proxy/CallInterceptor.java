package io.acp4j.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.schema.Method;
import io.acp4j.schema.json.RawJson;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Looks at the calls of one method on their way through a proxy, and may change them or respond to them.
 *
 * <p>Runs on the thread that reads the connection, in the order of arrival: nothing behind the call on that connection moves
 * before it returns. It may be used by several proxied connections at once.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface CallInterceptor {

    /**
     * Decides about a call.
     *
     * @param call the call
     * @return what becomes of it
     * @throws Exception to have a request fail with error -32603 without details, or that of an {@link
     *     io.acp4j.rpc.AcpErrorException}; a notification is dropped. Both are logged
     */
    Verdict intercept(ProxiedCall call) throws Exception;

    /**
     * Makes an interceptor that only looks.
     *
     * @param inspector is shown each call, which then goes on as it came
     * @return the interceptor
     */
    static CallInterceptor inspecting(Consumer<ProxiedCall> inspector) {
        return call -> {
            inspector.accept(call);
            return Verdict.pass();
        };
    }

    /**
     * Makes an interceptor that changes parameters as a tree, with all that they hold.
     *
     * @param rewriter is given the parameters, an empty object when there are none, and gives those that go on; it may
     *     change and return what it is given
     * @return the interceptor
     */
    static CallInterceptor rewriting(UnaryOperator<JsonNode> rewriter) {
        return call -> Verdict.replace(rewriter.apply(call.tree()));
    }

    /**
     * Makes an interceptor that changes parameters as typed values. Members that the type does not know are lost when
     * something is changed; what is left equal goes on as it came.
     *
     * @param <P> the type of the parameters
     * @param method the method whose parameters they are
     * @param rewriter is given the parameters and gives those that go on
     * @return the interceptor
     */
    static <P> CallInterceptor rewriting(Method<P> method, UnaryOperator<P> rewriter) {
        return call -> {
            P before = call.params(method);
            P after = rewriter.apply(before);
            RawJson raw = method.params().toRaw(after);
            return after.equals(before) ? Verdict.pass() : Verdict.replace(raw);
        };
    }
}
