/** Agents and clients as beans of Spring Boot applications. */
module io.acp4j.spring {
    requires transitive io.acp4j.agent;
    requires transitive io.acp4j.client;
    requires transitive io.acp4j.transport.stdio;
    requires transitive spring.context;
    requires io.acp4j.observability;
    requires spring.beans;
    requires spring.boot;
    requires spring.boot.autoconfigure;
    requires spring.core;
    requires static io.acp4j.transport.http;
    requires static io.acp4j.transport.ws;
    requires static io.opentelemetry.api;
    requires static jakarta.servlet;
    requires static jakarta.websocket;
    requires static micrometer.core;
    requires static spring.boot.health;
    requires static transitive org.jspecify;

    exports io.acp4j.spring;

    opens io.acp4j.spring to
            spring.beans,
            spring.boot,
            spring.context,
            spring.core;
}
