/** What server and client of Streamable HTTP share. */
@NullMarked
package io.acp4j.transport.http.internal;

import org.jspecify.annotations.NullMarked;
