package io.acp4j.agent.store;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What can be read of a store at one moment. For the thread and the call that it was given to.
 *
 * <p>Ids come from peers and may be anything. One that a store could not even keep is one that it does not have.
 *
 * @since 0.1.0
 */
public interface StoreView {

    /**
     * Returns the time by the store's clock, which all its processes share.
     *
     * @return the time
     */
    Instant now();

    /**
     * Finds a session.
     *
     * @param id its id
     * @return the session; null when there is none
     */
    @Nullable
    StoredSession session(SessionId id);

    /**
     * Lists sessions, the newest first. The cost depends on the limit only, not on how many there are.
     *
     * @param filter which ones
     * @param before limits the list to those whose {@link StoredSession#sequence} is lower; {@link Long#MAX_VALUE} begins
     * @param limit how many at most
     * @return the sessions in falling order of their sequence
     */
    List<StoredSession> sessions(SessionFilter filter, long before, int limit);

    /**
     * Counts the sessions that were forked from one and still exist.
     *
     * @param parent the source
     * @return how many
     */
    int countForks(SessionId parent);

    /**
     * Returns the highest number that the title of a fork has in a tree.
     *
     * @param tree the tree
     * @param principal whose forks count
     * @return the highest {@link Origin#number} of its sessions; 0 when none has a number
     */
    int lastForkNumber(long tree, String principal);

    /**
     * Finds a fork by the key of its request.
     *
     * @param parent the source
     * @param key the key
     * @return the fork; null when there is none
     */
    @Nullable
    StoredSession forkByKey(SessionId parent, String key);

    /**
     * Finds a segment.
     *
     * @param id its id
     * @return the segment; null when there is none
     */
    @Nullable
    Segment segment(long id);

    /**
     * Returns a segment and all that it hangs on, up to the beginning of the conversation: a few, but it may be thousands.
     *
     * @param id the segment's id
     * @return the segments, that one first; empty when there is none
     */
    List<Segment> chain(long id);

    /**
     * Returns the segments that hang on a segment.
     *
     * @param id the segment's id
     * @return the segments in no particular order
     */
    List<Segment> below(long id);

    /**
     * Returns the segments that a session writes to.
     *
     * @param owner the session
     * @return the segments in rising order of their ids
     */
    List<Segment> ownedBy(SessionId owner);

    /**
     * Lists the segments of a session whose last message has none after it in a segment of the session: those with a
     * message, on which no {@link Segment#hasMessages} segment of the same owner hangs at or after their last message.
     *
     * @param owner the session
     * @param after limits the list to those whose {@link Segment#lastSequence} is higher; 0 begins
     * @param limit how many at most
     * @return the segments in rising order of {@link Segment#lastSequence}
     */
    List<Segment> leafSegments(SessionId owner, long after, int limit);

    /**
     * Returns whether a {@link Segment#hasMessages} segment of a session hangs on a segment at a place or after it.
     *
     * @param owner the session
     * @param segment the segment that may have others below it
     * @param from the first index that counts
     * @return true when there is one
     */
    boolean continues(SessionId owner, long segment, int from);

    /**
     * Returns the highest index of a segment that a session was forked at.
     *
     * @param segment the segment
     * @return the index; -1 when none was forked there
     */
    int lastOrigin(long segment);

    /**
     * Returns the highest index of a segment that another segment hangs on.
     *
     * @param segment the segment
     * @return the index; -1 when none hangs on it
     */
    int lastBelow(long segment);

    /**
     * Returns the sessions whose {@link Origin#point} is in a segment.
     *
     * @param segment the segment
     * @return the sessions in no particular order
     */
    List<StoredSession> forkedIn(long segment);

    /**
     * Finds the nodes with a message id in a whole tree.
     *
     * @param tree the tree
     * @param id the id
     * @return the nodes in rising order of their sequence, usually one
     */
    List<StoredNode.Header> find(long tree, MessageId id);

    /**
     * Finds a node without its content.
     *
     * @param ref the node
     * @return what it is; null when there is none
     */
    StoredNode.@Nullable Header header(NodeRef ref);

    /**
     * Finds the last node of some kinds in a segment. The cost may grow with the distance for what the user and the agent
     * say, think and do, and for the ends of turns; for the other kinds it does not grow with the length of the segment.
     *
     * @param segment the segment
     * @param upTo the highest index that counts
     * @param kinds the kinds
     * @return the node; null when the segment has none
     */
    @Nullable
    StoredNode last(long segment, int upTo, Set<NodeKind> kinds);

    /**
     * Finds the last node of each kind on the path to a node. A store that needs time for each call can find all of them in one query.
     *
     * @param end the last node of the path
     * @param kinds the kinds
     * @return the nodes in no particular order; none for a kind that the path does not have
     */
    default List<StoredNode> latest(NodeRef end, Set<NodeKind> kinds) {
        List<StoredNode> latest = new ArrayList<>();
        for (NodeKind kind : kinds) {
            NodeRef at = end;
            while (at != null) {
                StoredNode found = last(at.segment(), at.index(), Set.of(kind));
                if (found != null) {
                    latest.add(found);
                }
                Segment segment = found == null ? segment(at.segment()) : null;
                at = segment == null ? null : segment.parent();
            }
        }
        return latest;
    }

    /**
     * Reads nodes of a segment.
     *
     * @param segment the segment
     * @param from the first index
     * @param to the index after the last one
     * @return the nodes in rising order of their index; fewer where there are fewer
     */
    List<StoredNode> nodes(long segment, int from, int to);

    /**
     * Reads nodes of a segment without their content.
     *
     * @param segment the segment
     * @param from the first index
     * @param to the index after the last one
     * @return what they are, in rising order of their index; fewer where there are fewer
     */
    List<StoredNode.Header> headers(long segment, int from, int to);

    /**
     * Returns the labels that a session has put on nodes.
     *
     * @param session the session
     * @return node to label
     */
    Map<NodeRef, String> labels(SessionId session);
}
