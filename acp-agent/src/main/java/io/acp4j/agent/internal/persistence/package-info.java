/**
 * Sessions that are kept in a store: what is stored when, how a session is opened again and replayed, how a request to fork
 * becomes a row, and how lists and branches are shown to clients.
 *
 * <p><b>The rule.</b> What a session sees and where a fork may end is decided in {@code io.acp4j.agent.tree}; here stand the
 * requests and updates that lead there. The sessions themselves know nothing of this package.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.agent.internal.persistence.StoredAgent} puts handlers of stored sessions in front
 * of the author's. {@link io.acp4j.agent.internal.persistence.StoredOpeners} opens sessions, and {@link
 * io.acp4j.agent.internal.persistence.Recorder} stores what is sent about one.
 *
 * <p><b>What is stored when.</b> All updates of a session pass through the recorder, under the lock that orders them. Chunks of a
 * message are assembled in memory; the message is stored when it ends, before the next part of the conversation is sent. A client that
 * has received that part can therefore rely on the message being stored. A tool call is stored when it is announced, and again with its
 * changes when it completes or fails. The user's message is stored before the prompt handler runs, and the end of the turn before the
 * response to the prompt is sent. If the store fails, the turn fails with {@code data.reason} {@code store_failed}, even if its handler
 * returns normally. The next turn tries again.
 *
 * <p><b>How a fork is made.</b> {@code SessionLifecycle} has the fork point resolved once, whatever dialect names it; {@link
 * io.acp4j.agent.internal.persistence.StoredOpeners} finds the source once and consults the policy; {@link
 * io.acp4j.agent.internal.persistence.StoredForks} translates the request; the tree makes the row. The row is stored durably with the
 * lease; then the session takes prompts; then the response is written; then lists show it. A list that meets a fork whose
 * response is being written waits for that, so the fork is neither shown early nor missed. A failure on the way is rolled back. A
 * retry with the same idempotency key finds the row; while the first request still makes the fork, it waits for what becomes of that.
 *
 * <p><b>What is read when.</b> A session leaves the store as one snapshot: its row, settings and plan, and the first page of a replay.
 * The snapshot is read in the transaction that takes the lease. Responses are made from it without the store. Attributes that change
 * while the session is opened are stored together, before the response. A lease that was taken a moment ago is not read again, since no
 * other process can have it yet.
 *
 * <p><b>Whose a session is.</b> The principal of the transport that made a session owns it, and the one that forked owns the fork. The
 * principals are compared in the transaction that takes the lease, before the row is locked or anything is passed to the author's handlers. So a
 * request for another principal's session gets the same response as one for an unknown session, after the same time. Cursors hold numbers
 * of the whole store; authenticated principals get them sealed with a key of the process.
 *
 * <p><b>Who may write.</b> Requests of one connection that open a session are served in their order. A request is refused if another
 * connection takes the session over before it is served. Opening a session takes its lease from the connection that had it in this process.
 * That connection first stores the message that is being sent. A lease names its process, so a session that a killed process on the same
 * machine left open is taken over at once (on Linux). The lease of a machine that is gone expires after 15 s; {@code session/load} waits
 * for that unless the lease is renewed. A connection that has lost a lease is notified at once in the same process, and otherwise with the
 * next write: a running turn ends with {@code taken_over}, and the connection closes the session and remembers that it was taken. When a
 * client's input ends, its turns are cancelled. Their handlers have a second to end; then the turns are ended in the store and the leases
 * released on a separate thread, before {@code closed()} completes.
 */
@NullMarked
package io.acp4j.agent.internal.persistence;

import org.jspecify.annotations.NullMarked;
