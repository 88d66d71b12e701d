package io.acp4j.rpc.internal.receipt;

import java.util.Set;

/** Determines the requests of an agent whose handlers may wait for a person, as documented at {@link io.acp4j.rpc.ConnectionOptions}. */
public final class PersonRequestRule {

    private static final Set<String> METHODS = Set.of(
            "session/request_permission",
            "elicitation/create",
            "fs/read_text_file",
            "fs/write_text_file",
            "terminal/create");

    private PersonRequestRule() {}

    /** Returns whether the handler of a method may wait for a person. */
    public static boolean mayWait(String method) {
        return isExtension(method) || METHODS.contains(method);
    }

    /** Returns whether a method is an extension of the protocol. */
    public static boolean isExtension(String method) {
        return method.startsWith("_");
    }
}
