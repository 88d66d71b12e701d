/**
 * The smallest client there is, for a first look.
 *
 * <p><b>The rule.</b> As few lines as a client can have that starts an agent, prompts it, and prints what it says.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.examples.hello.HelloClient} is all there is.
 */
@NullMarked
package io.acp4j.examples.hello;

import org.jspecify.annotations.NullMarked;
