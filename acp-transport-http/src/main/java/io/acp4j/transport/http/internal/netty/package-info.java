/** The server of Streamable HTTP on Netty's sockets: HTTP/1.1 and HTTP/2. */
@NullMarked
package io.acp4j.transport.http.internal.netty;

import org.jspecify.annotations.NullMarked;
