/**
 * What version 2 of the protocol, a draft, asks of a client: prompts are inserted, states end work, and a mode is an option.
 *
 * <p><b>The rule.</b> Only what version 1 has otherwise stands here, behind the interfaces of {@code
 * io.acp4j.client.internal.protocol}; when the draft changes, nothing else does.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.client.internal.v2.V2Protocol} names all of it, {@link
 * io.acp4j.client.internal.v2.OverlappingTurns} are the turns of a session.
 *
 * <p><b>When a turn ends.</b> A turn ends with the first {@code idle} that ends work after its message was inserted. The
 * response to the prompt says that it was inserted, and so does the echo of the message. The response may be processed after
 * an {@code idle} that followed it, so then the echo decides; without an echo, only a prompt that was sent while nothing was
 * under way is known to be what that {@code idle} ended. A transcript counts work, not states, so a state that is reported
 * again changes nothing. Usage is reported with the first of the turns that end together only, as a client that adds it up
 * would otherwise count it twice.
 */
@NullMarked
package io.acp4j.client.internal.v2;

import org.jspecify.annotations.NullMarked;
