package io.acp4j.tck.internal.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CatalogueTest {

    private static final String PROTOCOL = "https://agentclientprotocol.com/protocol/v1/";
    private static final String DRAFT = "https://agentclientprotocol.com/protocol/v2/";
    private static final String PROPOSALS = "https://agentclientprotocol.com/rfds/";
    private static final String PROJECT = "https://github.com/acp4j/acp4j/blob/main/docs/";

    private static Stream<Requirement> all() {
        return Stream.of(Catalogue.ofAgents(), Catalogue.ofClients()).flatMap(catalogue -> catalogue.all().stream());
    }

    private static Stream<Requirement> ofBothVersions() {
        return Stream.concat(
                all(),
                Stream.of(Catalogue.ofAgents(2), Catalogue.ofClients(2))
                        .flatMap(catalogue -> catalogue.all().stream()));
    }

    @Test
    void eachRequirementHasALinkThatFitsItsSource() {
        assertThat(ofBothVersions())
                .allSatisfy(requirement -> assertThat(addresses(requirement.source()))
                        .as("%s of %s links to %s", requirement.id(), requirement.source(), requirement.link())
                        .anyMatch(requirement.link()::startsWith));
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
