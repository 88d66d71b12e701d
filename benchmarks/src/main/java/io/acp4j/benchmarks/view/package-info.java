/** How long a conversation takes to put together, and what it takes to keep. */
@NullMarked
package io.acp4j.benchmarks.view;

import org.jspecify.annotations.NullMarked;
