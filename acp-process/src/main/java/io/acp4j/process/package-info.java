/**
 * Child processes that end together with their descendants, for transports, terminals and the conformance kit.
 *
 * <p><b>The rule.</b> Nothing here knows of messages or of the protocol, and no other module of this project is used.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.process.ProcessTree} starts a process, marks it so that its descendants can be
 * found, and ends them all, at the end of this JVM at the latest. {@link io.acp4j.process.InheritedEnvironment} keeps this
 * process's secrets from it; {@link io.acp4j.process.ProgramSearch} finds the program that a name stands for.
 * {@link io.acp4j.process.PlatformEncoding} refuses words that a process would receive as different text.
 */
@NullMarked
package io.acp4j.process;

import org.jspecify.annotations.NullMarked;
