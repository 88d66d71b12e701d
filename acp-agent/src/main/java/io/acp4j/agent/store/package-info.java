/**
 * The service-provider interface of session stores, and what they keep.
 *
 * <p><b>The rule.</b> A store keeps rows and knows no rules. What a fork is, which message a session can see, and when something
 * may be deleted is decided once, in {@code io.acp4j.agent.tree}, on top of any store.
 *
 * <p><b>Where to start.</b> {@link io.acp4j.agent.store.SessionStore} runs transactions; {@link
 * io.acp4j.agent.store.StoreView} reads, {@link io.acp4j.agent.store.StoreTransaction} also writes.
 *
 * <p><b>What is kept.</b> A conversation together with all its forks is a <em>tree</em> of nodes. Nodes
 * that one session added one after the other form a <em>segment</em>; a segment continues from a node of an earlier one. A
 * <em>session</em> is a head in the tree. So a fork is one row, and the path to a node is a short list of ranges.
 *
 * <pre>
 * segment 1 (session A)   0 ── 1 ── 2 ── 3          head of A: 1.3
 *                              └── segment 2 (session B, forked from A at 1.1)   0 ── 1      head of B: 2.1
 * </pre>
 *
 * <p><b>In which format.</b> Contents and attributes are JSON in this library's own {@link io.acp4j.agent.store.StoredFormat}, whose
 * number is kept with each node and each session. It does not depend on the protocol version of a connection.
 */
@NullMarked
package io.acp4j.agent.store;

import org.jspecify.annotations.NullMarked;
