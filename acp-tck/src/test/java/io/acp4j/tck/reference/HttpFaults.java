package io.acp4j.tck.reference;

/** Faults in what is said over HTTP, and on which stream. */
final class HttpFaults {

    private HttpFaults() {}

    static void fill(FaultTable table) {
        table.http("HTTP-001", "http-no-id");
        table.http("HTTP-002", "http-same-id");
        table.http("HTTP-003", "http-any-type");
        table.http("HTTP-004", "http-no-parameters");
        table.http("HTTP-005", "http-takes-garbage");
        table.http("HTTP-006", "http-takes-arrays");
        table.http("HTTP-007", "http-no-connection-is-404");
        table.http("HTTP-008", "http-unknown-is-400");
        table.http("HTTP-009", "http-any-accept");
        table.http("HTTP-010", "http-no-session-header");
        table.http("HTTP-011", "http-any-session");
        table.http("HTTP-012", "http-any-method");
        table.http("HTTP-013", "http-any-origin");
        table.http("HTTP-014", "http-any-host");
        table.http("HTTP-015", "http-initializes-again");
        table.http("HTTP-016", "http-delete-is-204");
        table.http("HTTP-017", "http-long-is-400");
        table.http("HTTP-018", "http-keeps-failed");
        table.http("HTTP-020", "http-new-in-body");
        table.http("HTTP-021", "http-cached");
        table.http("HTTP-022", "http-swaps-chunks", "HTTP-040");
        table.http("HTTP-023", "http-drops-early");
        table.http("HTTP-024", "http-mixes-sessions");
        table.http("HTTP-025", "http-second-is-200");
        table.http("HTTP-026", "http-never-again");
        table.http("HTTP-027", "http-refuses-responses");
        table.http("HTTP-028", "http-any-response");
        table.http("HTTP-029", "http-cancel-is-204");
        table.http("HTTP-030", "http-all-need-sessions");
        table.http("HTTP-031", "http-silent");
        table.http("HTTP-032", "http-cuts-events");
        table.http("HTTP-033", "http-confuses-ids");
        table.http("HTTP-034", "http-locks-sessions");
        table.http("HTTP-035", "http-stays-in-turns");
        table.http("HTTP-036", "http-any-preflight");
        table.http("HTTP-037", "http-one-writes");
        table.http("HTTP-038", "http-drops-when-full");
        table.http("HTTP-039", "http-upgrade-without-id");
        table.http("HTTP-040", "http-sockets-say-less");
        table.http("HTTP-041", withToken("http-id-is-enough"));
        table.http("HTTP-042", withToken("http-lets-anybody-begin"));
        table.http("HTTP-043", withToken("http-asks-for-nothing"));
        table.http("HTTP-044", withTwoTokens("http-any-principal"));
        table.http("HTTP-045", withTwoTokens("http-owned-is-403"));
        table.http("HTTP-046", withTwoTokens("http-shares-sessions"));
        // The reference waits for its readers for longer than this case lets one stall.
        table.http("HTTP-047", new Faults());
        table.http("HTTP-048", "http2-is-200");
        table.http("HTTP-049", "http2-at-once-is-200");
    }

    /** Returns a fault of an endpoint that needs a token. */
    private static Faults withToken(String flag) {
        return new Faults().flag(ReferenceHttpEndpoint.TOKEN_NEEDED).flag(flag);
    }

    /** Returns a fault of an endpoint that lets in two principals. */
    private static Faults withTwoTokens(String flag) {
        return withToken(ReferenceHttpEndpoint.TWO_PRINCIPALS).flag(flag);
    }
}
