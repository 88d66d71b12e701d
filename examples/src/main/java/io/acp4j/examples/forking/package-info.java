/** An agent with a memory that branches, and that outlives its process. */
@NullMarked
package io.acp4j.examples.forking;

import org.jspecify.annotations.NullMarked;
