package io.acp4j.spring;

import io.acp4j.agent.AcpAgent;
import io.acp4j.transport.ws.jakarta.JakartaEndpoint;
import io.acp4j.transport.ws.jakarta.JakartaEndpointBuilder;
import jakarta.servlet.ServletContext;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.server.ServerContainer;
import java.util.Objects;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Adds the agent's endpoint to the servlet container, once all beans are there and before it takes connections. */
final class AcpWebSocketEndpoint implements SmartInitializingSingleton {

    static final String NO_WEB_SOCKETS =
            "acp.agent.websocket.path is set, and the servlet container has no WebSockets: add "
                    + "spring-boot-starter-websocket, or the container's own module for them";

    private final AcpAgent agent;
    private final AcpProperties.Websocket properties;
    private final ServletContext context;

    AcpWebSocketEndpoint(AcpAgent agent, AcpProperties.Websocket properties, ServletContext context) {
        this.agent = agent;
        this.properties = properties;
        this.context = context;
    }

    @Override
    public void afterSingletonsInstantiated() {
        if (!(context.getAttribute(ServerContainer.class.getName()) instanceof ServerContainer container)) {
            throw new IllegalStateException(NO_WEB_SOCKETS);
        }
        String path = Objects.requireNonNull(properties.path(), "acp.agent.websocket.path");
        JakartaEndpointBuilder endpoint = JakartaEndpoint.builder(agent::serve)
                .path(path)
                .allowedOrigins(properties.allowedOrigins().toArray(String[]::new));
        try {
            container.addEndpoint(endpoint.build());
        } catch (DeploymentException e) {
            throw new IllegalStateException("the agent cannot be served at " + path + ": " + e.getMessage(), e);
        }
    }
}
