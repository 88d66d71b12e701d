package io.acp4j.inspector.link;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for agents that are reached by an address, of every command that talks to one. */
public final class AddressOptions {

    @Option(
            names = "--bearer-variable",
            paramLabel = "NAME",
            description = "The environment variable with the bearer token for --ws and --http.")
    private @Nullable String bearerVariable;

    @Option(
            names = "--trust",
            paramLabel = "FILE",
            description = "A PEM file with the certificates to trust for wss and https, in the place of those that Java"
                    + " trusts.")
    private @Nullable Path trust;

    /**
     * Returns the address of an agent that is reached as the options say.
     *
     * @param uri where it is
     * @return the address
     * @throws IOException when the variable with the token is not set
     */
    public AgentAddress at(URI uri) throws IOException {
        return AgentAddress.of(uri, bearerVariable, trust);
    }

    /**
     * Returns which certificates are trusted.
     *
     * @return a PEM file; null for those that the JVM trusts
     */
    public @Nullable Path trust() {
        return trust;
    }
}
