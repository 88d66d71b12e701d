/** The client of Streamable HTTP, on the HTTP client of the JDK. */
@NullMarked
package io.acp4j.transport.http.internal.client;

import org.jspecify.annotations.NullMarked;
