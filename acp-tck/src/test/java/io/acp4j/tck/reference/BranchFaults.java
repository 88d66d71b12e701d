package io.acp4j.tck.reference;

import static io.acp4j.tck.reference.FaultTable.child;

/** Faults in branches inside a session, in what forks inherit, and at fork points that are hard to find. */
final class BranchFaults {

    private BranchFaults() {}

    static void fill(FaultTable table) {
        branches(table);
        points(table);
        inheritance(table);
    }

    private static void branches(FaultTable table) {
        table.flag("FORK-061", "leaves-miss-one");
        table.put(
                "FORK-161",
                new Faults()
                        .change(
                                "result:_acp4j/session/tree",
                                message -> FaultTable.child(message, "/result/messages/0")
                                        .put("role", "nobody")));
        table.flag("FORK-062", "path-ignores-its-end");
        table.flag("FORK-063", "path-forgets-the-head");
        table.flag("FORK-064", "leaves-everywhere");
        table.flag("FORK-162", "paths-repeat-themselves");
        table.flag("FORK-065", "moves-anywhere");
        table.flag("FORK-066", "tree-turns-around");
        table.flag("FORK-068", "moves-without-words");
        table.flag("FORK-069", "loads-what-was-last");
        table.flag("FORK-070", "remembers-all-branches");
        table.flag("FORK-072", "moves-in-turns");
        table.flag("FORK-073", "labels-are-lost");
        table.flag("FORK-074", "compares-nothing");
        table.flag("FORK-174", "grafts-nothing");
        table.flag("FORK-182", "prunes-nothing");
        table.flag("FORK-282", "prunes-anything");
        table.flag("FORK-382", "prunes-without-counting");
    }

    private static void points(FaultTable table) {
        table.flag("FORK-044", "forks-compact-everything");
        table.flag("FORK-045", "forks-undo-compactions");
        table.flag("FORK-147", "reads-no-digests");
        table.flag("FORK-048", "takes-the-first-digest");
        // An agent in which this can go wrong has already given one id to two messages.
        table.put("FORK-048B", new Faults().flag("thought-shares-id").flag("prefers-thoughts"), "MSG-004");
        table.flag("FORK-048C", "tool-copies-all");
    }

    private static void inheritance(FaultTable table) {
        table.flag("FORK-075A", "forks-take-the-channel");
        table.flag("FORK-075B", "forks-every-kind");
        table.result(
                "FORK-175",
                "session/list",
                result -> result.path("sessions")
                        .forEach(session ->
                                child(session, "/_meta/acp4j~1lineage").remove("label")));
    }
}
