/**
 * Child processes that end with all that has come of them, for transports and for what a client runs on behalf of an agent.
 *
 * <p>{@link io.acp4j.rpc.process.ProcessTree} starts a process, marks it so that its descendants can be found, and ends them
 * all; {@link io.acp4j.rpc.process.InheritedEnvironment} keeps this process's secrets from it.
 */
@NullMarked
package io.acp4j.rpc.process;

import org.jspecify.annotations.NullMarked;
