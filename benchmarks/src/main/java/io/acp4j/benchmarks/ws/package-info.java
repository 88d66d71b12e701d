/** The workload over WebSockets, and what many connections cost; see BENCHMARKS.md. */
@NullMarked
package io.acp4j.benchmarks.ws;

import org.jspecify.annotations.NullMarked;
