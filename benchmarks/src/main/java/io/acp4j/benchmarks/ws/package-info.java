/**
 * The workload over WebSockets, and what many connections cost; see {@code BENCHMARKS.md}.
 *
 * <p><b>The rule.</b> The agent and the client are those of {@code io.acp4j.benchmarks.stdio}, and every server has a
 * process of its own, so that its memory is its own.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.benchmarks.ws.WsBenchmarkServer} and {@link
 * io.acp4j.benchmarks.ws.WsBenchmarkClient} are the two peers, {@link io.acp4j.benchmarks.ws.ConnectionsBenchmark} counts
 * connections.
 */
@NullMarked
package io.acp4j.benchmarks.ws;

import org.jspecify.annotations.NullMarked;
