package io.acp4j.transport.http.internal.server;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The head of a request, whatever has received it. */
public interface RequestHead {

    /** Returns the method, in capitals. */
    String method();

    /** Returns the first value of a header, whose name is in any case; null when there is none. */
    @Nullable
    String header(String name);

    /** Returns all values of a header, whose name is in any case. */
    List<String> headers(String name);
}
