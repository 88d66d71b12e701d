/** What version 1 of the protocol asks of a client. */
@NullMarked
package io.acp4j.client.internal.v1;

import org.jspecify.annotations.NullMarked;
