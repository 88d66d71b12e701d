package io.acp4j.agent.internal.model;

/**
 * A tool that the model wants called.
 *
 * @param id the model's name of the call; empty when it gave none
 * @param tool the name of the tool
 * @param arguments a JSON object, or what the model wrote in its place
 */
public record ModelCall(String id, String tool, String arguments) {}
