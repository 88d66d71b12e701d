/** The workload of {@code WORKLOAD.md} over Streamable HTTP. */
@NullMarked
package io.acp4j.benchmarks.http;

import org.jspecify.annotations.NullMarked;
