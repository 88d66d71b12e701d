package io.acp4j.spring;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties {@code acp.*}.
 *
 * @param agent about the agent that this application is
 * @param client about the client that this application has
 * @param metrics whether there are meters where there is a registry
 * @param tracing whether there are traces where there is an OpenTelemetry
 */
@ConfigurationProperties("acp")
record AcpProperties(
        @DefaultValue Agent agent,
        @DefaultValue Client client,
        @DefaultValue Switch metrics,
        @DefaultValue Switch tracing) {

    /**
     * What an agent tells clients of itself.
     *
     * @param name its name for programs; {@code agent} by default
     * @param version its version; {@code 0} by default
     * @param echoUserMessages whether clients are sent the ids of the user's messages; by default not
     * @param http where it is served in a servlet container, over HTTP and WebSockets
     * @param websocket where it is served in a servlet container, over WebSockets alone
     */
    record Agent(
            @DefaultValue("agent") String name,
            @DefaultValue("0") String version,
            boolean echoUserMessages,
            @DefaultValue Http http,
            @DefaultValue Websocket websocket) {}

    /**
     * Where the agent is served in a servlet container, over HTTP and WebSockets.
     *
     * @param path the path below that of the application, such as {@code /acp}; null serves it nowhere
     * @param allowedOrigins the origins of web pages that may connect; by default none, {@code *} for all
     * @param allowedHosts the hosts that clients may ask for; by default on a loopback address those of this machine, elsewhere all
     * @param shutdownGrace how long requests and turns may still take when the application ends; 5 seconds by default
     */
    record Http(
            @Nullable String path,
            @DefaultValue List<String> allowedOrigins,
            @DefaultValue List<String> allowedHosts,
            @DefaultValue("5s") Duration shutdownGrace) {}

    /**
     * Where the agent is served in a servlet container, over WebSockets alone.
     *
     * @param path the path below that of the application, such as {@code /acp}; null serves it nowhere
     * @param allowedOrigins the origins of web pages that may connect; by default none, {@code *} for all
     */
    record Websocket(@Nullable String path, @DefaultValue List<String> allowedOrigins) {}

    /**
     * Something that is on unless switched off.
     *
     * @param enabled whether it is on
     */
    record Switch(@DefaultValue("true") boolean enabled) {}

    /**
     * The agent that a client launches.
     *
     * @param command the program and its arguments, after words such as {@code NAME=value} that set variables; no shell
     *     interprets them. Empty when there is no client
     * @param name the client's name for programs; {@code client} by default
     * @param version the client's version; {@code 0} by default
     */
    record Client(
            @DefaultValue List<String> command,
            @DefaultValue("client") String name,
            @DefaultValue("0") String version) {}
}
