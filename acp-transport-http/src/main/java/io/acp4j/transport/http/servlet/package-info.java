/**
 * Streamable HTTP and WebSockets on one path of a servlet container.
 *
 * <p><b>The rule.</b> The container brings Servlet 6 and, for WebSockets, Jakarta WebSocket 2.1; the application's own class
 * path needs neither.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.transport.http.servlet.AcpServlet} is the servlet, {@link
 * io.acp4j.transport.http.servlet.AcpServletBuilder} describes it.
 */
@NullMarked
package io.acp4j.transport.http.servlet;

import org.jspecify.annotations.NullMarked;
