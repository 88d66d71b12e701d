/**
 * Agents and clients for tests, in memory and without a process.
 *
 * <p><b>The rule.</b> Both fakes behave well and keep the protocol, need no test framework, and every wait ends: after a
 * minute unless set otherwise.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.test.FakeAgent} is an agent whose turns a script plays; it is what tests of a
 * client want. {@link io.acp4j.test.FakeClient} is a client with files and terminals in memory that remembers what it was
 * shown and asked; it is what tests of an agent want.
 */
@NullMarked
package io.acp4j.test;

import org.jspecify.annotations.NullMarked;
