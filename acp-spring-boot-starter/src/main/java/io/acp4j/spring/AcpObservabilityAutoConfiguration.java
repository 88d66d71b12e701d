package io.acp4j.spring;

import io.acp4j.observability.micrometer.AcpMetrics;
import io.acp4j.observability.otel.AcpTracing;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Watches the connections of the application: meters where there is a {@link MeterRegistry}, traces where there is an
 * {@link OpenTelemetry}.
 */
@AutoConfiguration(
        before = {AcpAgentAutoConfiguration.class, AcpClientAutoConfiguration.class},
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.opentelemetry.autoconfigure.OpenTelemetrySdkAutoConfiguration"
        })
class AcpObservabilityAutoConfiguration {

    /** Meters. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterRegistry.class)
    @ConditionalOnSingleCandidate(MeterRegistry.class)
    @ConditionalOnBooleanProperty(name = "acp.metrics.enabled", matchIfMissing = true)
    static class Metrics {

        @Bean
        @ConditionalOnMissingBean
        AcpMetrics acpMetrics(MeterRegistry registry) {
            return AcpMetrics.of(registry);
        }
    }

    /** Traces. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(OpenTelemetry.class)
    @ConditionalOnSingleCandidate(OpenTelemetry.class)
    @ConditionalOnBooleanProperty(name = "acp.tracing.enabled", matchIfMissing = true)
    static class Tracing {

        @Bean
        @ConditionalOnMissingBean
        AcpTracing acpTracing(OpenTelemetry openTelemetry) {
            return AcpTracing.of(openTelemetry);
        }
    }
}
