package io.acp4j.rpc.transport;

/**
 * Input that could not be made into a frame.
 *
 * @param problem what was wrong and what limit was exceeded, without any of the content
 * @param position how many bytes had arrived on the connection before the faulty input
 * @since 0.1.0
 */
public record FrameFault(String problem, long position) {}
