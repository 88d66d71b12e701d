package io.acp4j.spring.echo;

// snippet:agent
import io.acp4j.agent.PromptHandler;
import io.acp4j.spring.AcpApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

@SpringBootApplication
public class EchoApplication {
    @Bean
    PromptHandler echo() {
        return turn -> turn.say("You said: " + turn.text());
    }

    public static void main(String[] args) throws InterruptedException {
        AcpApplication.run(EchoApplication.class, args);
    }
}
// end
