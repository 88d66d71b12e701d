/** HTTP as the kit speaks it by itself: any request, whatever the response, and streams of events. */
@NullMarked
package io.acp4j.tck.internal.http;

import org.jspecify.annotations.NullMarked;
