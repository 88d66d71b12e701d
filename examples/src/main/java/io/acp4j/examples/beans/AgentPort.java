package io.acp4j.examples.beans;

/**
 * Where the agent is served, as the application's configuration has it.
 *
 * @param number the port; 0 for any free one
 */
public record AgentPort(int number) {}
