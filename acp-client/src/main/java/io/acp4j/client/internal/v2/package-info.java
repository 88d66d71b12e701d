/** What version 2 of the protocol, a draft, asks of a client. */
@NullMarked
package io.acp4j.client.internal.v2;

import org.jspecify.annotations.NullMarked;
