package io.acp4j.spring;

import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties {@code acp.agent.*} and {@code acp.client.*}.
 *
 * @param agent about the agent that this application is
 * @param client about the client that this application has
 */
@ConfigurationProperties("acp")
record AcpProperties(
        @DefaultValue Agent agent, @DefaultValue Client client) {

    /**
     * What an agent tells clients of itself.
     *
     * @param name its name for programs; {@code agent} by default
     * @param version its version; {@code 0} by default
     * @param echoUserMessages whether clients are sent the ids of the user's messages; by default not
     */
    record Agent(
            @DefaultValue("agent") String name,
            @DefaultValue("0") String version,
            boolean echoUserMessages) {}

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
