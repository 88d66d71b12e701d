package io.acp4j.client.internal.session;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.internal.text.LogText;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.method.Methods;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls of the agent for which the application has set no handler. Each method is logged once, with the remedy. */
public final class UnhandledCalls {

    private static final Logger LOG = LoggerFactory.getLogger(UnhandledCalls.class);

    /** Number of methods that are logged. An agent chooses the names, so they must not fill memory or log. */
    static final int MAX_LOGGED = 32;

    private static final String FILES = ", or add a FileSystemService with AcpClientBuilder.host";
    private static final String TERMINALS =
            "set AcpClientBuilder.onTerminal, or add a TerminalService with AcpClientBuilder.host";

    private static final Map<String, String> REMEDIES = Map.of(
            Methods.FS_READ_TEXT_FILE.name(),
            "set AcpClientBuilder.onReadTextFile" + FILES,
            Methods.FS_WRITE_TEXT_FILE.name(),
            "set AcpClientBuilder.onWriteTextFile" + FILES,
            Methods.TERMINAL_CREATE.name(),
            TERMINALS,
            Methods.TERMINAL_OUTPUT.name(),
            TERMINALS,
            Methods.TERMINAL_WAIT_FOR_EXIT.name(),
            TERMINALS,
            Methods.TERMINAL_KILL.name(),
            TERMINALS,
            Methods.TERMINAL_RELEASE.name(),
            TERMINALS,
            Methods.ELICITATION_CREATE.name(),
            "set AcpClientBuilder.onFormElicitation or onUrlElicitation, or add ElicitationForms with AcpClientBuilder.host",
            Methods.ELICITATION_COMPLETE.name(),
            "set AcpClientBuilder.onUrlElicitation and onElicitationComplete",
            Methods.AUTH_STATUS_UPDATE.name(),
            "set AcpClientBuilder.onAuthStatus");

    private final Set<String> logged = ConcurrentHashMap.newKeySet();

    /** Refuses a request with the error for unknown methods. */
    public RawJson refuse(String method) throws AcpErrorException {
        if (isFirst(method)) {
            LOG.warn(
                    "the agent requested {}, which has no handler; the response is the error Method not found. To handle it, {}",
                    LogText.of(method),
                    REMEDIES.getOrDefault(method, "set AcpClientBuilder.onRequest or onOtherRequest"));
        }
        throw AcpErrorException.methodNotFound(method);
    }

    /** Ignores a notification. */
    public void ignore(String method) {
        if (isFirst(method)) {
            LOG.info(
                    "ignored the notification {} of the agent, which has no handler. To handle it, {}",
                    LogText.of(method),
                    REMEDIES.getOrDefault(method, "set AcpClientBuilder.onNotification or onOtherNotification"));
        }
    }

    private boolean isFirst(String method) {
        return logged.size() < MAX_LOGGED && logged.add(method);
    }
}
