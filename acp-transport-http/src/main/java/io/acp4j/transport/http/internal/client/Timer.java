package io.acp4j.transport.http.internal.client;

/** Runs tasks later. */
@FunctionalInterface
interface Timer {

    void after(long millis, Runnable task);
}
