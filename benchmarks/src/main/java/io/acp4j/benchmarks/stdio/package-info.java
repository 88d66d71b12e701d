/** The stdio workload of WORKLOAD.md on acp4j, and the floor below which no SDK can get. */
@NullMarked
package io.acp4j.benchmarks.stdio;

import org.jspecify.annotations.NullMarked;
