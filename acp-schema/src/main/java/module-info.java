/** The protocol as immutable Java types, each with the codec that reads and writes it; every method in one table. */
module io.acp4j.schema {
    requires transitive com.fasterxml.jackson.core;
    requires transitive com.fasterxml.jackson.databind;
    requires static transitive org.jspecify;

    exports io.acp4j.schema;
    exports io.acp4j.schema.json;
    exports io.acp4j.schema.v1;
    exports io.acp4j.schema.v1.auth;
    exports io.acp4j.schema.v1.branch;
    exports io.acp4j.schema.v1.config;
    exports io.acp4j.schema.v1.content;
    exports io.acp4j.schema.v1.elicitation;
    exports io.acp4j.schema.v1.fs;
    exports io.acp4j.schema.v1.init;
    exports io.acp4j.schema.v1.mcp;
    exports io.acp4j.schema.v1.mode;
    exports io.acp4j.schema.v1.permission;
    exports io.acp4j.schema.v1.plan;
    exports io.acp4j.schema.v1.prompt;
    exports io.acp4j.schema.v1.protocol;
    exports io.acp4j.schema.v1.provider;
    exports io.acp4j.schema.v1.proxy;
    exports io.acp4j.schema.v1.session;
    exports io.acp4j.schema.v1.terminal;
    exports io.acp4j.schema.v1.tool;
    exports io.acp4j.schema.v1.update;
}
