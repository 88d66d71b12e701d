/**
 * How the host services work: paths and folders, processes and their output, questions for permission.
 *
 * <p><b>The rule.</b> A path is resolved first and walked afterwards, without following links; what a session began ends
 * with it.
 *
 * <p><b>Where to start.</b> One class serves each service: {@link io.acp4j.client.internal.host.HostFiles}, {@link
 * io.acp4j.client.internal.host.HostTerminals}, {@link io.acp4j.client.internal.host.HostPermissions}.
 */
@NullMarked
package io.acp4j.client.internal.host;

import org.jspecify.annotations.NullMarked;
