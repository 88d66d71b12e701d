package io.acp4j.spring;

import io.acp4j.agent.AcpAgent;
import io.acp4j.transport.http.servlet.AcpServlet;
import jakarta.servlet.Servlet;
import java.util.Objects;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnNotWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Serves the agent over Streamable HTTP and WebSockets on the application's own port, at the path that {@code acp.agent.http.path}
 * names. A bean of type {@link AcpServlet} takes the place of the one that is made here. Where the agent cannot be served, the
 * application does not start, and says what is missing.
 */
@AutoConfiguration(after = AcpAgentAutoConfiguration.class)
@ConditionalOnProperty("acp.agent.http.path")
@EnableConfigurationProperties(AcpProperties.class)
class AcpHttpAutoConfiguration {

    /** In a servlet container, with the transport. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    @ConditionalOnClass({AcpServlet.class, Servlet.class})
    static class InContainer {

        @Bean
        @ConditionalOnMissingBean
        AcpServlet acpServlet(AcpAgent agent, AcpProperties properties) {
            AcpProperties.Http http = properties.agent().http();
            return AcpServlet.builder(agent::serve)
                    .allowedOrigins(http.allowedOrigins().toArray(String[]::new))
                    .allowedHosts(http.allowedHosts().toArray(String[]::new))
                    .build();
        }

        @Bean
        ServletRegistrationBean<AcpServlet> acpServletRegistration(AcpServlet servlet, AcpProperties properties) {
            String path = Objects.requireNonNull(properties.agent().http().path());
            if (path.equals(properties.agent().websocket().path())) {
                throw new IllegalStateException("acp.agent.http.path takes WebSockets, too: leave out"
                        + " acp.agent.websocket.path, or give it another path");
            }
            ServletRegistrationBean<AcpServlet> registration = new ServletRegistrationBean<>(servlet, path);
            registration.setAsyncSupported(true);
            return registration;
        }

        @Bean
        AcpServletShutdown acpServletShutdown(AcpServlet servlet, AcpProperties properties) {
            return new AcpServletShutdown(servlet, properties.agent().http().shutdownGrace());
        }
    }

    /** Without the transport. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingClass("io.acp4j.transport.http.servlet.AcpServlet")
    static class WithoutTransport {

        WithoutTransport() {
            throw new IllegalStateException("acp.agent.http.path is set: add acp-transport-http to the class path");
        }
    }

    /** Without a container. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnNotWebApplication
    @ConditionalOnClass(AcpServlet.class)
    static class WithoutContainer {

        WithoutContainer() {
            throw new IllegalStateException("acp.agent.http.path is set: it needs a servlet container, such as that of"
                    + " spring-boot-starter-tomcat; without one, use HttpServer.builder(agent::serve)");
        }
    }
}
