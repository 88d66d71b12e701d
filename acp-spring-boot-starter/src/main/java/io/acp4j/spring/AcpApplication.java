package io.acp4j.spring;

import io.acp4j.rpc.transport.Transport;
import io.acp4j.transport.stdio.StdioTransport;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/**
 * Runs an application that is an agent on its standard streams, as a client launches it.
 *
 * @since 0.1.0
 */
public final class AcpApplication {

    private AcpApplication() {}

    /**
     * Runs the application until its client has gone. The streams are taken before Spring starts, so that neither its banner
     * nor its log gets into the conversation: both go to the error output.
     *
     * @param application the application's class, with a bean of type {@link io.acp4j.agent.PromptHandler}
     * @param args the arguments of the command line
     * @throws InterruptedException when the thread is interrupted
     * @throws IllegalStateException when the streams were taken before
     */
    public static void run(Class<?> application, String... args) throws InterruptedException {
        StdioTransport transport = StdioTransport.ofProcessStreams();
        SpringApplication spring = new SpringApplication(application);
        spring.addInitializers(
                context -> ((GenericApplicationContext) context).registerBean(Transport.class, () -> transport));
        try (ConfigurableApplicationContext context = spring.run(args)) {
            context.getBean(AcpAgentServing.class).awaitClosed();
        }
    }
}
