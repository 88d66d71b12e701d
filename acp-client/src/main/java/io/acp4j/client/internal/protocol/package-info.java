/**
 * What the versions of the protocol make different for a client, as interfaces; what is the same in all of them uses these and names
 * no version.
 */
@NullMarked
package io.acp4j.client.internal.protocol;

import org.jspecify.annotations.NullMarked;
