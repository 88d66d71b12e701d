package io.acp4j.client.internal.conversation;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Objects;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * An immutable list that shares structure with its successors: appending, replacing and dropping from the front copy a few
 * small arrays, however long the list is.
 *
 * <p>A tree of nodes with 32 children each, and a tail that is not yet part of it. Elements keep their number for life: what
 * is dropped from the front leaves {@link #first()} behind.
 */
public final class PersistentVector<E> extends AbstractList<E> implements RandomAccess {

    private static final int BITS = 5;
    private static final int WIDTH = 1 << BITS;
    private static final int MASK = WIDTH - 1;
    private static final @Nullable Object[] NO_NODE = new @Nullable Object[0];
    private static final PersistentVector<?> EMPTY = new PersistentVector<>(0, 0, BITS, NO_NODE, NO_NODE);

    private final int first;
    private final int end;
    private final int shift;
    private final @Nullable Object[] root;
    private final @Nullable Object[] tail;

    private PersistentVector(int first, int end, int shift, @Nullable Object[] root, @Nullable Object[] tail) {
        this.first = first;
        this.end = end;
        this.shift = shift;
        this.root = root;
        this.tail = tail;
    }

    @SuppressWarnings("unchecked") // it holds nothing
    static <E> PersistentVector<E> empty() {
        return (PersistentVector<E>) EMPTY;
    }

    /** The number of the first element that is left. */
    int first() {
        return first;
    }

    /** The number that the next element will have. */
    int end() {
        return end;
    }

    @Override
    public int size() {
        return end - first;
    }

    @Override
    public E get(int index) {
        return at(first + Objects.checkIndex(index, size()));
    }

    /** Returns the element of a number, which must not have been dropped. */
    @SuppressWarnings("unchecked") // only elements get in
    public E at(int number) {
        if (number < first || number >= end) {
            throw new IndexOutOfBoundsException("no element " + number + " in " + first + " to " + end);
        }
        return (E) Objects.requireNonNull(leaf(number)[number & MASK]);
    }

    private @Nullable Object[] leaf(int number) {
        if (number >= tailStart()) {
            return tail;
        }
        @Nullable Object[] node = root;
        for (int level = shift; level > 0; level -= BITS) {
            node = child(node, (number >>> level) & MASK);
        }
        return node;
    }

    private int tailStart() {
        return end - tail.length;
    }

    PersistentVector<E> plus(E element) {
        if (tail.length < WIDTH) {
            @Nullable Object[] longer = Arrays.copyOf(tail, tail.length + 1);
            longer[tail.length] = element;
            return new PersistentVector<>(first, end + 1, shift, root, longer);
        }
        int start = tailStart();
        @Nullable Object[] newTail = {element};
        if ((start >>> BITS) >= (1 << shift)) {
            @Nullable Object[] higher = {root, path(shift, tail)};
            return new PersistentVector<>(first, end + 1, shift + BITS, higher, newTail);
        }
        return new PersistentVector<>(first, end + 1, shift, pushed(root, shift, start), newTail);
    }

    /** Puts the full tail, whose first element has the number start, below a node. */
    private @Nullable Object[] pushed(@Nullable Object[] node, int level, int start) {
        int slot = (start >>> level) & MASK;
        @Nullable Object[] copy = Arrays.copyOf(node, Math.max(node.length, slot + 1));
        if (level == BITS) {
            copy[slot] = tail;
        } else {
            boolean there = slot < node.length && node[slot] != null;
            copy[slot] = pushed(there ? child(node, slot) : NO_NODE, level - BITS, start);
        }
        return copy;
    }

    private static @Nullable Object[] path(int level, @Nullable Object[] leaf) {
        @Nullable Object[] node = leaf;
        for (int above = level; above > 0; above -= BITS) {
            node = new @Nullable Object[] {node};
        }
        return node;
    }

    /** Replaces the element of a number. */
    PersistentVector<E> with(int number, E element) {
        if (number < first || number >= end) {
            throw new IndexOutOfBoundsException("no element " + number + " in " + first + " to " + end);
        }
        if (number >= tailStart()) {
            @Nullable Object[] copy = tail.clone();
            copy[number & MASK] = element;
            return new PersistentVector<>(first, end, shift, root, copy);
        }
        return new PersistentVector<>(first, end, shift, replaced(root, shift, number, element), tail);
    }

    private static @Nullable Object[] replaced(@Nullable Object[] node, int level, int number, Object element) {
        @Nullable Object[] copy = node.clone();
        int slot = (number >>> level) & MASK;
        copy[slot] = level == 0 ? element : replaced(child(node, slot), level - BITS, number, element);
        return copy;
    }

    /** Drops the first element; nothing of it is held afterwards. */
    PersistentVector<E> withoutFirst() {
        if (isEmpty()) {
            throw new IndexOutOfBoundsException("nothing to drop");
        }
        int left = first + 1;
        if (first >= tailStart()) {
            @Nullable Object[] copy = tail.clone();
            copy[first & MASK] = null;
            return new PersistentVector<>(left, end, shift, root, copy);
        }
        return new PersistentVector<>(left, end, shift, cut(root, shift, first), tail);
    }

    /** The elements before a number; they keep theirs. */
    PersistentVector<E> truncated(int newEnd) {
        if (newEnd >= end) {
            return this;
        }
        int left = Math.min(first, newEnd);
        int start = Math.max(newEnd - 1, 0) & ~MASK;
        @Nullable
        Object[] newTail =
                left == newEnd ? new @Nullable Object[newEnd - start] : Arrays.copyOf(leaf(newEnd - 1), newEnd - start);
        return new PersistentVector<>(
                left, newEnd, shift, left >= start ? NO_NODE : upTo(root, shift, start - 1), newTail);
    }

    /** A node without what comes after a number. */
    private static @Nullable Object[] upTo(@Nullable Object[] node, int level, int number) {
        int slot = (number >>> level) & MASK;
        @Nullable Object[] copy = Arrays.copyOf(node, slot + 1);
        if (level > BITS) {
            copy[slot] = upTo(child(node, slot), level - BITS, number);
        }
        return copy;
    }

    /** Clears the slot of a number, and those of nodes that hold nothing after it. */
    private static @Nullable Object[] cut(@Nullable Object[] node, int level, int number) {
        @Nullable Object[] copy = node.clone();
        int slot = (number >>> level) & MASK;
        int last = (1 << level) - 1;
        copy[slot] = level == 0 || (number & last) == last ? null : cut(child(node, slot), level - BITS, number);
        return copy;
    }

    private static @Nullable Object[] child(@Nullable Object[] node, int slot) {
        return (@Nullable Object[]) Objects.requireNonNull(node[slot]);
    }
}
