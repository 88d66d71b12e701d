/** Immutable types of the Agent Client Protocol and their JSON codec. */
module io.acp4j.schema {
    requires transitive com.fasterxml.jackson.core;
    requires transitive com.fasterxml.jackson.databind;
    requires static transitive org.jspecify;
}
