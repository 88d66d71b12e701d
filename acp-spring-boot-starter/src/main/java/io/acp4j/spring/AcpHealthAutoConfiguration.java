package io.acp4j.spring;

import io.acp4j.agent.AcpAgent;
import io.acp4j.client.AcpClient;
import io.acp4j.rpc.transport.CloseReason;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Health of the agent and the client of the application, switched off with {@code management.health.acp.enabled}. */
@AutoConfiguration(after = {AcpAgentAutoConfiguration.class, AcpClientAutoConfiguration.class})
@ConditionalOnClass(HealthIndicator.class)
class AcpHealthAutoConfiguration {

    /** Apart, since the condition is looked at only where its library is there. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnEnabledHealthIndicator("acp")
    static class Indicators {

        /** Down when the one client that the agent was served to has gone. */
        @Bean
        @ConditionalOnBean(AcpAgent.class)
        @ConditionalOnMissingBean(name = "acpAgentHealthIndicator")
        HealthIndicator acpAgentHealthIndicator(ObjectProvider<AcpAgentServing> serving) {
            return () -> {
                AcpAgentServing one = serving.getIfAvailable();
                return one == null || one.isRunning()
                        ? Health.up().build()
                        : Health.down()
                                .withDetail("reason", "the client has gone")
                                .build();
            };
        }

        /** Down when the connection has ended; unknown until the client is first asked for, which launches the agent. */
        @Bean
        @ConditionalOnBean(AcpClient.class)
        @ConditionalOnMissingBean(name = "acpClientHealthIndicator")
        HealthIndicator acpClientHealthIndicator(ConfigurableListableBeanFactory beans) {
            return () -> {
                AcpClient client = startedClient(beans);
                if (client == null) {
                    return Health.unknown()
                            .withDetail("reason", "not started yet")
                            .build();
                }
                CloseReason end = client.closed().toCompletableFuture().getNow(null);
                return end == null
                        ? Health.up().build()
                        : Health.down().withDetail("reason", end.description()).build();
            };
        }

        private static @Nullable AcpClient startedClient(ConfigurableListableBeanFactory beans) {
            for (String name : beans.getBeanNamesForType(AcpClient.class, true, false)) {
                if (beans.getSingleton(name) instanceof AcpClient client) {
                    return client;
                }
            }
            return null;
        }
    }
}
