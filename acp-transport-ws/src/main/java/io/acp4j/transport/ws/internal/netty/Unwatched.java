package io.acp4j.transport.ws.internal.netty;

import java.util.concurrent.Future;

/** For what is done without waiting for it: when it fails, the channel ends, and that is what is looked at. */
public final class Unwatched {

    private Unwatched() {}

    public static void ignore(Future<?> outcome) {}
}
