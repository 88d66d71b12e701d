package io.acp4j.spring;

import io.acp4j.client.AcpClient;
import io.acp4j.client.AcpClientBuilder;
import io.acp4j.client.HostService;
import io.acp4j.client.UpdateListener;
import io.acp4j.transport.stdio.AgentCommand;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;

/**
 * Makes a client of the agent that {@code acp.client.command} launches. It is launched when the client is first asked for, and
 * ends with the application context. Beans of type {@link HostService} serve it, each {@link UpdateListener} takes its updates,
 * and beans of type {@link AcpClientCustomizer} and {@link AcpConnectionCustomizer} add to it.
 */
@AutoConfiguration
@Conditional(OnClientCommand.class)
@EnableConfigurationProperties(AcpProperties.class)
@Import(ConnectionSetup.class)
class AcpClientAutoConfiguration {

    @Bean(destroyMethod = "close")
    @Lazy
    @ConditionalOnMissingBean
    AcpClient acpClient(
            AcpProperties properties,
            ObjectProvider<UpdateListener> listeners,
            ObjectProvider<HostService> services,
            ObjectProvider<AcpClientCustomizer> customizers,
            ConnectionSetup connections) {
        AcpProperties.Client client = properties.client();
        AcpClientBuilder builder =
                AcpClient.builder(AgentCommand.of(client.command()).open()).info(client.name(), client.version());
        builder.options(connections.options());
        List<UpdateListener> all = listeners.orderedStream().toList();
        if (!all.isEmpty()) {
            builder.onUpdate(all.size() == 1 ? all.get(0) : new UpdateListeners(all));
        }
        services.orderedStream().forEach(builder::host);
        customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
        return builder.connect();
    }
}
