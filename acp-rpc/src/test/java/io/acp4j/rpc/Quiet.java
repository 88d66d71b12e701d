package io.acp4j.rpc;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/** Keeps the thousands of lines about messages that a test has broken on purpose out of the output. */
final class Quiet implements BeforeAllCallback, AfterAllCallback {

    private static final Logger LOGGER = (Logger) LoggerFactory.getLogger("io.acp4j.rpc");
    private static int users;

    @Override
    public void beforeAll(ExtensionContext context) {
        use(1);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        use(-1);
    }

    private static synchronized void use(int more) {
        users += more;
        LOGGER.setLevel(users == 0 ? null : Level.OFF);
    }
}
