/**
 * Requests that belong together: pages that are read one after the other, and futures made of several requests.
 *
 * <p><b>The rule.</b> Nothing here knows what is asked for.
 */
@NullMarked
package io.acp4j.client.internal.calls;

import org.jspecify.annotations.NullMarked;
