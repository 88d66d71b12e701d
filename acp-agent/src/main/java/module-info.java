/**
 * The agent side of the Agent Client Protocol: what an agent author builds an agent with.
 *
 * @see io.acp4j.agent.AcpAgent
 */
@SuppressWarnings("module") // the modules that see internals are compiled later
module io.acp4j.agent {
    requires transitive io.acp4j.rpc;
    requires static transitive org.jspecify;
    requires org.slf4j;

    exports io.acp4j.agent;
    exports io.acp4j.agent.internal.model to
            io.acp4j.langchain4j,
            io.acp4j.springai;
    exports io.acp4j.agent.store;
    exports io.acp4j.agent.tree;
}
