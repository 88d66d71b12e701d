package io.acp4j.cli.inspect;

import io.acp4j.rpc.AcpException;
import java.awt.Desktop;
import java.awt.GraphicsEnvironment;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves a page until the process is terminated. */
final class PageServing {

    private static final Logger LOG = LoggerFactory.getLogger(PageServing.class);

    private PageServing() {}

    /** Prints the address. The returned latch opens when the process is terminated. */
    static CountDownLatch begin(AutoCloseable server, URI address, PrintWriter out, boolean noBrowser) {
        CountDownLatch ended = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(server, ended), "inspector-end"));
        out.println(address);
        out.println("The address has a token: anyone who knows it can do what you can. Ctrl-C ends the inspector.");
        out.flush();
        if (!noBrowser) {
            browse(address);
        }
        return ended;
    }

    private static void end(AutoCloseable server, CountDownLatch ended) {
        try {
            server.close();
        } catch (Exception e) {
            LOG.warn("the log's files could not be deleted", e);
        }
        ended.countDown();
    }

    private static void browse(URI address) {
        try {
            if (!GraphicsEnvironment.isHeadless()
                    && Desktop.isDesktopSupported()
                    && Desktop.getDesktop().isSupported(Desktop.Action.BROWSE)) {
                Desktop.getDesktop().browse(address);
            }
        } catch (IOException | UnsupportedOperationException | AcpException e) {
            LOG.debug("no browser was opened; the address is printed", e);
        }
    }
}
