/** An agent with a memory that branches. */
@NullMarked
package io.acp4j.examples.forking;

import org.jspecify.annotations.NullMarked;
