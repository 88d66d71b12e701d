package io.acp4j.spring;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AcpAgentBuilder;
import io.acp4j.agent.PromptHandler;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.rpc.transport.Transport;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/**
 * Makes an agent of a {@link PromptHandler}, with the sessions of a {@link SessionStore} where there is one, and serves it on
 * a {@link Transport} where there is one. Beans of type {@link AcpAgentCustomizer} and
 * {@link AcpConnectionCustomizer} add to it.
 */
@AutoConfiguration
@ConditionalOnBean(PromptHandler.class)
@EnableConfigurationProperties(AcpProperties.class)
@Import(ConnectionSetup.class)
class AcpAgentAutoConfiguration {

    @Bean(destroyMethod = "close")
    @ConditionalOnBean(SessionStore.class)
    @ConditionalOnMissingBean
    SessionRepository acpSessionRepository(SessionStore store) {
        return SessionRepository.over(store);
    }

    @Bean
    @ConditionalOnMissingBean
    AcpAgent acpAgent(
            PromptHandler handler,
            AcpProperties properties,
            ObjectProvider<SessionRepository> repository,
            ObjectProvider<AcpAgentCustomizer> customizers,
            ConnectionSetup connections) {
        AcpProperties.Agent agent = properties.agent();
        AcpAgentBuilder builder = AcpAgent.builder()
                .info(agent.name(), agent.version())
                .onPrompt(handler)
                .echoUserMessages(agent.echoUserMessages())
                .options(connections.options());
        repository.ifAvailable(builder::sessions);
        customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
        return builder.build();
    }

    @Bean
    @ConditionalOnBean(Transport.class)
    @ConditionalOnMissingBean
    AcpAgentServing acpAgentServing(AcpAgent agent, Transport transport) {
        return new AcpAgentServing(agent, transport);
    }
}
