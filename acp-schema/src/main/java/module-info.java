/** The protocol as immutable Java types, each with the codec that reads and writes it; every method in one table. */
@SuppressWarnings("module") // those that are named below are compiled later
module io.acp4j.schema {
    requires transitive com.fasterxml.jackson.core;
    requires transitive com.fasterxml.jackson.databind;
    requires static transitive org.jspecify;

    exports io.acp4j.schema.auth;
    exports io.acp4j.schema.branching;
    exports io.acp4j.schema.config;
    exports io.acp4j.schema.content;
    exports io.acp4j.schema.elicitation;
    exports io.acp4j.schema.fs;
    exports io.acp4j.schema.init;
    exports io.acp4j.schema.internal.patch to
            io.acp4j.agent,
            io.acp4j.proxy;
    exports io.acp4j.schema.internal.stored to
            io.acp4j.agent;
    exports io.acp4j.schema.internal.text to
            io.acp4j.rpc;
    exports io.acp4j.schema.json;
    exports io.acp4j.schema.mcp;
    exports io.acp4j.schema.method;
    exports io.acp4j.schema.mode;
    exports io.acp4j.schema.permission;
    exports io.acp4j.schema.plan;
    exports io.acp4j.schema.prompt;
    exports io.acp4j.schema.protocol;
    exports io.acp4j.schema.provider;
    exports io.acp4j.schema.proxy;
    exports io.acp4j.schema.session;
    exports io.acp4j.schema.terminal;
    exports io.acp4j.schema.tool;
    exports io.acp4j.schema.update;
    exports io.acp4j.schema;
}
