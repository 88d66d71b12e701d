/** What forks, branches and reads cost in short and in very long conversations, on each store. */
@NullMarked
package io.acp4j.benchmarks.fork;

import org.jspecify.annotations.NullMarked;
