/** The main job in one program: a conversation forked at a message. */
@NullMarked
package io.acp4j.examples.demo;

import org.jspecify.annotations.NullMarked;
