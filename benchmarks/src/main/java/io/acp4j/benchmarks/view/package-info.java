/**
 * How long a conversation takes to put together, and what it takes to keep.
 *
 * <p><b>The rule.</b> One update at a time, each followed by what a view would do: a listener is called, and a snapshot is
 * read.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.benchmarks.view.ViewBenchmark} is all there is.
 */
@NullMarked
package io.acp4j.benchmarks.view;

import org.jspecify.annotations.NullMarked;
