package io.acp4j.tck.internal.probe;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What the kit says to requests of the subject, by method; it knows no other methods. */
public final class Answers {

    private final Map<String, Answer> byMethod = new ConcurrentHashMap<>();

    /** Decides what to say to a method from now on. */
    public Answers on(String method, Answer answer) {
        byMethod.put(method, answer);
        return this;
    }

    Answer to(String method) {
        return byMethod.getOrDefault(method, Answer.error(-32601, "Method not found"));
    }
}
