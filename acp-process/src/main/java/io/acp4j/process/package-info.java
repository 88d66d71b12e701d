/**
 * Child processes that end with all that has come of them, for transports, for what a client runs on behalf of an agent, and
 * for the conformance kit.
 *
 * <p>{@link io.acp4j.process.ProcessTree} is where to start: it starts a process, marks it so that its descendants can be
 * found, and ends them all, at the end of this JVM at the latest. {@link io.acp4j.process.InheritedEnvironment} keeps this
 * process's secrets from it; {@link io.acp4j.process.ProgramSearch} finds the program that a name stands for.
 *
 * <p>Nothing here knows of messages or of the protocol, and no other module of this project is used.
 */
@NullMarked
package io.acp4j.process;

import org.jspecify.annotations.NullMarked;
