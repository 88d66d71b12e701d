/**
 * Streamable HTTP and WebSockets on one path of a servlet container. Start with {@link io.acp4j.transport.http.servlet.AcpServlet}.
 *
 * <p>The container brings Servlet 6 and, for WebSockets, Jakarta WebSocket 2.1; the application's own class path needs neither.
 */
@NullMarked
package io.acp4j.transport.http.servlet;

import org.jspecify.annotations.NullMarked;
