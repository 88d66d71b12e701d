/**
 * Requests that belong together: pages that are read one after the other, and futures made of several requests.
 *
 * <p><b>The rule.</b> Nothing here knows what is asked for.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.client.internal.calls.Pages} walks through pages, {@link
 * io.acp4j.client.internal.calls.Waiting} waits for what several requests make up.
 */
@NullMarked
package io.acp4j.client.internal.calls;

import org.jspecify.annotations.NullMarked;
