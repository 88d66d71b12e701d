/** What is tested of clients in version 2 of the protocol, besides what both versions have. */
@NullMarked
package io.acp4j.tck.internal.client.v2;

import org.jspecify.annotations.NullMarked;
