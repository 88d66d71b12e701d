/**
 * The agent side of the Agent Client Protocol: what an agent author builds an agent with.
 *
 * @see io.acp4j.agent.AcpAgent
 */
module io.acp4j.agent {
    requires transitive io.acp4j.rpc;
    requires static transitive org.jspecify;
    requires org.slf4j;

    exports io.acp4j.agent;
    exports io.acp4j.agent.store;
    exports io.acp4j.agent.tree;
}
