/**
 * Agents and clients for tests, in memory and without a process.
 *
 * <p>{@link io.acp4j.test.FakeAgent} is a well-behaved agent whose turns a script plays; it is what tests of a client want.
 * {@link io.acp4j.test.FakeClient} is a well-behaved client with files and terminals in memory that remembers what it was shown
 * and asked; it is what tests of an agent want. Neither needs a test framework. Every wait ends: after a minute unless set
 * otherwise.
 */
@NullMarked
package io.acp4j.test;

import org.jspecify.annotations.NullMarked;
