package io.acp4j.transport.ws;

import java.util.concurrent.Future;

/** For what is done without waiting for it: when it fails, the channel ends, and that is what is looked at. */
final class Unwatched {

    private Unwatched() {}

    static void ignore(Future<?> outcome) {}
}
