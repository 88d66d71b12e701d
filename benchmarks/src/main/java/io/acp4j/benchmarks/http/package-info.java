/**
 * The workload of {@code WORKLOAD.md} over Streamable HTTP.
 *
 * <p><b>The rule.</b> The agent and the client are those of {@code io.acp4j.benchmarks.stdio}; only the transport is
 * another.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.benchmarks.http.HttpBenchmarkServer} and {@link
 * io.acp4j.benchmarks.http.HttpBenchmarkClient} are the two peers, {@link io.acp4j.benchmarks.http.HttpConnectionsBenchmark}
 * measures what many connections cost.
 */
@NullMarked
package io.acp4j.benchmarks.http;

import org.jspecify.annotations.NullMarked;
