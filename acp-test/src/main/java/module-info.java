/**
 * Agents and clients that play a script in memory, for the tests of those who write the other side.
 *
 * @see io.acp4j.test.FakeAgent
 * @see io.acp4j.test.FakeClient
 */
module io.acp4j.test {
    requires transitive io.acp4j.agent;
    requires transitive io.acp4j.client;
    requires static transitive org.jspecify;

    exports io.acp4j.test;
}
