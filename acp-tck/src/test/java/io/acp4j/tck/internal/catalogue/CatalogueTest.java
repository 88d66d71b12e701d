package io.acp4j.tck.internal.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CatalogueTest {

    private static final String PROTOCOL = "https://agentclientprotocol.com/protocol/v1/";
    private static final String DRAFT = "https://agentclientprotocol.com/protocol/v2/";
    private static final String PROPOSALS = "https://agentclientprotocol.com/rfds/";
    private static final String PROJECT = "https://github.com/acp4j/acp4j/blob/main/docs/";

    /** The published pages of version 2. */
    private static final Set<String> PAGES_OF_DRAFT = Set.of(
            "agent-plan",
            "authentication",
            "cancellation",
            "content",
            "elicitation",
            "error",
            "extensibility",
            "initialization",
            "migration",
            "overview",
            "prompt-lifecycle",
            "schema",
            "session-config-options",
            "session-delete",
            "session-list",
            "session-setup",
            "slash-commands",
            "tool-calls",
            "transports");

    private static Stream<Requirement> all() {
        return Stream.of(Catalogue.ofAgents(), Catalogue.ofClients()).flatMap(catalogue -> catalogue.all().stream());
    }

    private static Stream<Requirement> ofDraft() {
        return Stream.of(Catalogue.ofAgents(2), Catalogue.ofClients(2)).flatMap(catalogue -> catalogue.all().stream());
    }

    private static Stream<Requirement> ofBothVersions() {
        return Stream.concat(all(), ofDraft());
    }

    @Test
    void eachRequirementHasALinkThatFitsItsSource() {
        assertThat(ofBothVersions())
                .allSatisfy(requirement -> assertThat(addresses(requirement.source()))
                        .as("%s of %s links to %s", requirement.id(), requirement.source(), requirement.link())
                        .anyMatch(requirement.link()::startsWith));
    }

    @Test
    void requirementOfAVersionLinksToThePagesOfThatVersion() {
        assertThat(all()).noneMatch(requirement -> requirement.link().startsWith(DRAFT));
        assertThat(ofDraft()).noneMatch(requirement -> requirement.link().startsWith(PROTOCOL));
        assertThat(ofDraft())
                .filteredOn(requirement -> requirement.link().startsWith(DRAFT))
                .extracting(requirement -> requirement.link().substring(DRAFT.length()))
                .isSubsetOf(PAGES_OF_DRAFT);
    }

    @Test
    void whatBothVersionsHaveIsCitedAsEachCallsIt() {
        assertThat(cited("CLI-TURN-001"))
                .containsExactly(
                        "prompt-turn, 4. Check for Completion -> " + PROTOCOL + "prompt-turn",
                        "prompt-lifecycle, 4. Report Completion -> " + DRAFT + "prompt-lifecycle");
        assertThat(cited("CLI-TURN-002"))
                .containsExactly(
                        "prompt-turn, Cancellation -> " + PROTOCOL + "prompt-turn",
                        "prompt-lifecycle, Cancellation -> " + DRAFT + "prompt-lifecycle");
        assertThat(cited("CLI-STDIO-001"))
                .containsExactly(
                        "transports, stdio -> " + PROTOCOL + "transports",
                        "transports, stdio -> " + DRAFT + "transports");
        assertThat(cited("CLI-RPC-001"))
                .containsOnly("JSON-RPC 2.0, section 4 -> https://www.jsonrpc.org/specification");
    }

    private static List<String> cited(String client) {
        return Stream.of(1, 2)
                .map(version -> Catalogue.ofClients(version).get(client))
                .map(requirement -> requirement.citation() + " -> " + requirement.link())
                .toList();
    }

    @Test
    void onlyProposalsAndThisProjectCiteProposals() {
        assertThat(all())
                .filteredOn(requirement -> requirement.source() == Source.ACP)
                .noneMatch(requirement -> requirement.citation().startsWith("rfd "));
        assertThat(all())
                .filteredOn(requirement -> requirement.source() == Source.RFD)
                .allMatch(requirement -> requirement.citation().startsWith("rfd "));
    }

    @Test
    void eachSourceAsksForSomething() {
        assertThat(all()).extracting(Requirement::source).contains(Source.values());
    }

    private static List<String> addresses(Source source) {
        return switch (source) {
            case ACP ->
                List.of(PROTOCOL, DRAFT, "https://www.jsonrpc.org/specification", "https://www.rfc-editor.org/rfc/");
            // What version 2 has that is unstable stands in its schema.
            case RFD -> List.of(PROPOSALS, DRAFT);
            case ACP4J -> List.of(PROJECT);
        };
    }
}
