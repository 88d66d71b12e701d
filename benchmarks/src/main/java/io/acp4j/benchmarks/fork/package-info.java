/**
 * What forks, branches and reads cost in short and in very long conversations, on each store.
 *
 * <p><b>The rule.</b> Every operation is measured on each length in turns, so that a busy moment of the machine hits all
 * lengths.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.benchmarks.fork.ForkBenchmark} runs it, {@link io.acp4j.benchmarks.fork.Subject}
 * is a store that is measured.
 */
@NullMarked
package io.acp4j.benchmarks.fork;

import org.jspecify.annotations.NullMarked;
