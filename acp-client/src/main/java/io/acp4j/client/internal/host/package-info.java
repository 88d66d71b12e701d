/**
 * How the host services work: paths and folders, processes and their output, questions for permission.
 *
 * <p>The rule: a path is resolved first and walked afterwards, without following links; what a session began ends with it. Start
 * reading at {@link io.acp4j.client.internal.host.HostFiles}, {@link io.acp4j.client.internal.host.HostTerminals} or
 * {@link io.acp4j.client.internal.host.HostPermissions}, one for each service.
 */
@NullMarked
package io.acp4j.client.internal.host;

import org.jspecify.annotations.NullMarked;
