/**
 * Transparent proxies between client and agent, and the conductor of proxy chains.
 *
 * @see io.acp4j.proxy.AcpProxy
 * @see io.acp4j.proxy.Conductor
 * @see io.acp4j.proxy.bridge.VersionBridge
 */
module io.acp4j.proxy {
    requires transitive io.acp4j.rpc;
    requires static transitive org.jspecify;
    requires org.slf4j;

    exports io.acp4j.proxy;
    exports io.acp4j.proxy.bridge;
}
