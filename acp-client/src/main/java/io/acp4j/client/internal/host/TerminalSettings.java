package io.acp4j.client.internal.host;

import io.acp4j.client.host.CommandGuard;
import io.acp4j.client.host.TerminalObserver;
import java.time.Duration;
import java.util.List;

/** What a terminal service was built with. */
public record TerminalSettings(
        CommandGuard guard,
        boolean shell,
        List<String> inherited,
        int outputBytes,
        int maxOutputBytes,
        int maxTerminals,
        Duration killGrace,
        TerminalObserver observer) {}
