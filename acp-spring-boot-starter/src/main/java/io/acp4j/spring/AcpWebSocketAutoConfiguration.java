package io.acp4j.spring;

import io.acp4j.agent.AcpAgent;
import io.acp4j.transport.ws.jakarta.JakartaEndpoint;
import jakarta.servlet.ServletContext;
import jakarta.websocket.server.ServerContainer;
import java.util.Objects;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnNotWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Serves the agent on a WebSocket of the servlet container, at the path that {@code acp.agent.websocket.path} names. Where that
 * cannot be, the application does not start, and says what is missing.
 */
@AutoConfiguration(after = AcpAgentAutoConfiguration.class)
@ConditionalOnProperty("acp.agent.websocket.path")
@EnableConfigurationProperties(AcpProperties.class)
class AcpWebSocketAutoConfiguration {

    /** In a servlet container, with the transport. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    @ConditionalOnClass({JakartaEndpoint.class, ServerContainer.class})
    static class InContainer {

        @Bean
        AcpWebSocketEndpoint acpWebSocketEndpoint(AcpAgent agent, AcpProperties properties, ServletContext context) {
            return new AcpWebSocketEndpoint(agent, properties.agent().websocket(), context);
        }

        @Bean
        ServletRegistrationBean<UpgradeRequired> acpUpgradeRequired(AcpProperties properties) {
            String path = Objects.requireNonNull(properties.agent().websocket().path());
            return new ServletRegistrationBean<>(new UpgradeRequired(), path);
        }
    }

    /** Without the transport. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingClass("io.acp4j.transport.ws.jakarta.JakartaEndpoint")
    static class WithoutTransport {

        WithoutTransport() {
            throw new IllegalStateException("acp.agent.websocket.path is set: add acp-transport-ws to the class path");
        }
    }

    /** Without WebSockets. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(JakartaEndpoint.class)
    @ConditionalOnMissingClass("jakarta.websocket.server.ServerContainer")
    static class WithoutWebSockets {

        WithoutWebSockets() {
            throw new IllegalStateException(AcpWebSocketEndpoint.NO_WEB_SOCKETS);
        }
    }

    /** Without a container. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnNotWebApplication
    @ConditionalOnClass({JakartaEndpoint.class, ServerContainer.class})
    static class WithoutContainer {

        WithoutContainer() {
            throw new IllegalStateException(
                    "acp.agent.websocket.path is set: it needs a servlet container, such as that of "
                            + "spring-boot-starter-tomcat");
        }
    }
}
