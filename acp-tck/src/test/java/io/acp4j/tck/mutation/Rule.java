package io.acp4j.tck.mutation;

/**
 * One way to alter traffic.
 *
 * @param kind the messages that it alters: {@code result:session/new}, {@code update:plan}, {@code request:terminal/create},
 *     {@code notification:session/cancel}
 * @param place the member, as a pointer in which {@code *} stands for each element; empty for the message as a whole
 * @param alteration what becomes of it
 */
record Rule(String kind, String place, Alteration alteration) {

    @Override
    public String toString() {
        return kind + " " + (place.isEmpty() ? "-" : place) + " " + alteration;
    }
}
