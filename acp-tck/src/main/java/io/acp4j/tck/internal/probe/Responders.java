package io.acp4j.tck.internal.probe;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What the kit says to requests of the subject, by method; it knows no other methods. */
public final class Responders {

    private final Map<String, Responder> byMethod = new ConcurrentHashMap<>();

    /** Decides what to say to a method from now on. */
    public Responders on(String method, Responder answer) {
        byMethod.put(method, answer);
        return this;
    }

    Responder to(String method) {
        return byMethod.getOrDefault(method, Responder.error(-32601, "Method not found"));
    }
}
