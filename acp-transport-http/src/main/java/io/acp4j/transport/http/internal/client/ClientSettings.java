package io.acp4j.transport.http.internal.client;

import java.net.CookieHandler;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * How a server is talked to.
 *
 * @param uri where it is
 * @param http sends requests
 * @param workers where the listener is called, which it may hold
 * @param headers names and values that every request carries, by turns
 * @param cookies where cookies are kept
 * @param maxMessageBytes how long a message may be
 * @param maxQueuedBytes how many bytes may be queued before senders wait
 * @param maxStreams how many session streams there may be
 * @param openTimeout how long the head of a response may take that is not held
 * @param silenceTimeout how long a stream may be silent on which the server has shown that it is alive; zero for any time
 * @param postTimeout how long nothing of a message may be taken, and a POST not responded to; zero for any time
 * @param closeTimeout how long closing waits without any progress
 */
public record ClientSettings(
        URI uri,
        HttpClient http,
        Executor workers,
        List<String> headers,
        CookieHandler cookies,
        int maxMessageBytes,
        int maxQueuedBytes,
        int maxStreams,
        Duration openTimeout,
        Duration silenceTimeout,
        Duration postTimeout,
        Duration closeTimeout) {}
