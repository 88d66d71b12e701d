/** The server of Streamable HTTP in a servlet container. */
@NullMarked
package io.acp4j.transport.http.internal.servlet;

import org.jspecify.annotations.NullMarked;
