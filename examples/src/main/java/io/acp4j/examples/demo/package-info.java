/** The main job in one program: a conversation that survives its agent's death, and is forked at a message. */
@NullMarked
package io.acp4j.examples.demo;

import org.jspecify.annotations.NullMarked;
