package io.acp4j.spring;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Stands at the path of the endpoint, for requests that are not for a WebSocket. A container looks for WebSockets only where it
 * has a servlet, so that without this, and without any of Spring MVC, there would be nothing there.
 */
final class UpgradeRequired extends HttpServlet {

    private static final long serialVersionUID = 1L;
    private static final int UPGRADE_REQUIRED = 426;

    /** Creates the servlet. */
    UpgradeRequired() {}

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setHeader("Upgrade", "websocket");
        response.setHeader("Connection", "Upgrade");
        response.setStatus(UPGRADE_REQUIRED);
        response.setContentType("text/plain;charset=UTF-8");
        response.getWriter().println("this endpoint takes WebSockets only");
    }
}
