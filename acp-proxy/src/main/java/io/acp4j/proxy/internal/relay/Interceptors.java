package io.acp4j.proxy.internal.relay;

import io.acp4j.proxy.CallInterceptor;
import io.acp4j.proxy.Flow;
import io.acp4j.proxy.ProxiedCall;
import io.acp4j.proxy.ResultInterceptor;
import io.acp4j.proxy.Verdict;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Who wants to look at which methods. */
public final class Interceptors {

    private final Map<Flow, Map<String, CallInterceptor>> calls = new EnumMap<>(Flow.class);
    private final Map<Flow, Map<String, ResultInterceptor>> results = new EnumMap<>(Flow.class);

    public Interceptors() {
        for (Flow flow : Flow.values()) {
            calls.put(flow, new HashMap<>());
            results.put(flow, new HashMap<>());
        }
    }

    public Interceptors(Interceptors from) {
        this();
        for (Flow flow : Flow.values()) {
            callsOf(flow).putAll(from.callsOf(flow));
            resultsOf(flow).putAll(from.resultsOf(flow));
        }
    }

    private Map<String, CallInterceptor> callsOf(Flow flow) {
        return Objects.requireNonNull(calls.get(flow));
    }

    private Map<String, ResultInterceptor> resultsOf(Flow flow) {
        return Objects.requireNonNull(results.get(flow));
    }

    public void put(Flow flow, String method, CallInterceptor interceptor) {
        callsOf(flow).merge(method, interceptor, Interceptors::inTurn);
    }

    public void put(Flow requestFlow, String method, ResultInterceptor interceptor) {
        resultsOf(requestFlow)
                .merge(
                        method,
                        interceptor,
                        (first, second) -> (name, result) -> second.intercept(name, first.intercept(name, result)));
    }

    private static CallInterceptor inTurn(CallInterceptor first, CallInterceptor second) {
        return call -> {
            Verdict verdict = first.intercept(call);
            if (verdict instanceof Verdict.Pass) {
                return second.intercept(call);
            }
            if (verdict instanceof Verdict.Replace replaced) {
                Verdict then = second.intercept(
                        new ProxiedCall(call.flow(), call.isRequest(), call.method(), replaced.params()));
                return then instanceof Verdict.Pass ? replaced : then;
            }
            return verdict;
        };
    }

    @Nullable
    CallInterceptor call(Flow flow, String method) {
        return callsOf(flow).get(method);
    }

    /** Finds who looks at the results of requests that go a way. */
    @Nullable
    ResultInterceptor result(Flow requestFlow, String method) {
        return resultsOf(requestFlow).get(method);
    }
}
