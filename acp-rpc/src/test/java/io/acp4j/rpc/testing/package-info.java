/** Fixtures for tests of the engine and of what is built on it; published as a test-jar. */
package io.acp4j.rpc.testing;
