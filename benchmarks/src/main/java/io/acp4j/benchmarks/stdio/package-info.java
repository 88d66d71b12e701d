/**
 * The stdio workload of {@code WORKLOAD.md} on acp4j, and the floor below which no SDK can get.
 *
 * <p><b>The rule.</b> What is measured is what users write: the public API, with the options that a line of {@code
 * BENCHMARKS.md} names, and nothing else.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.benchmarks.stdio.BenchmarkAgent} and {@link
 * io.acp4j.benchmarks.stdio.BenchmarkClient} are the two peers; {@link io.acp4j.benchmarks.stdio.FloorAgent} and {@link
 * io.acp4j.benchmarks.stdio.FloorClient} are the floor.
 */
@NullMarked
package io.acp4j.benchmarks.stdio;

import org.jspecify.annotations.NullMarked;
