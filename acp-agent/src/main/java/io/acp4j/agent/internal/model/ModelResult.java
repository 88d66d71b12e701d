package io.acp4j.agent.internal.model;

/**
 * What has come of a call.
 *
 * @param call the call
 * @param text what the model is to read
 * @param failed whether the tool failed, was not allowed to run or did not come to its end
 */
public record ModelResult(ModelCall call, String text, boolean failed) {}
