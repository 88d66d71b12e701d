package io.acp4j.transport.http.internal.client;

import java.net.URI;

/** Says what a server means that does not respond to {@code initialize} as ACP has it. */
final class Refusals {

    private Refusals() {}

    static String explain(URI uri, int status) {
        String where = Requests.describe(uri);
        String what = "the server at " + where + " responded to initialize with status " + status;
        return switch (status) {
            case 401 -> what + ": it demands other credentials";
            case 403 -> what + ": it does not let this client connect";
            case 404 -> what + ": there is no agent at this path";
            case 405, 426, 501 ->
                what + ": it takes no messages over HTTP, and may speak WebSockets only; try "
                        + where.replaceFirst("^http", "ws");
            case 413 -> what + ": the message is too long for it";
            case 429, 503 -> what + ": it has no room for another connection";
            default ->
                status / 100 == 3
                        ? what + ": it names another address, which is not followed; connect to that address itself"
                        : what;
        };
    }
}
