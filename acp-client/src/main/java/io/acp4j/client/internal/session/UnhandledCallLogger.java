package io.acp4j.client.internal.session;

import io.acp4j.rpc.internal.handler.UnhandledCallListener;
import io.acp4j.rpc.internal.text.LogText;
import io.acp4j.schema.method.Methods;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs calls of the agent for which the application has set no handler. Each method is logged once, with the remedy. */
public final class UnhandledCallLogger implements UnhandledCallListener {

    private static final Logger LOG = LoggerFactory.getLogger(UnhandledCallLogger.class);

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

    @Override
    public void onRequest(String method) {
        if (isFirst(method)) {
            LOG.warn(
                    "the agent requested {}, which has no handler; the response is the error Method not found. To handle it, {}",
                    LogText.of(method),
                    REMEDIES.getOrDefault(method, "set AcpClientBuilder.onRequest or onOtherRequest"));
        }
    }

    @Override
    public void onNotification(String method) {
        if (isFirst(method)) {
            LOG.info(
                    "ignored the notification {} of the agent, which has no handler. To handle it, {}",
                    LogText.of(method),
                    REMEDIES.getOrDefault(method, "set AcpClientBuilder.onNotification or onOtherNotification"));
        }
    }

    private boolean isFirst(String method) {
        return logged.size() < MAX_LOGGED && logged.add(LogText.of(method));
    }
}
