package io.acp4j.cli.agent;

import java.net.URI;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options for agents at an address. */
public final class AddressOptions {

    @Option(
            names = "--bearer-variable",
            paramLabel = "NAME",
            description = "The environment variable with the bearer token for --ws and --http.")
    private @Nullable String bearerVariable;

    @Option(
            names = "--trust",
            paramLabel = "FILE",
            description = "A PEM file with the only certificates to trust for wss and https.")
    private @Nullable Path trust;

    /** Creates the options, for picocli. */
    public AddressOptions() {}

    /** Returns true if one of the options is present. */
    boolean arePresent() {
        return bearerVariable != null || trust != null;
    }

    /**
     * Returns the file with the trusted certificates.
     *
     * @return a PEM file; null for the certificates that the JVM trusts
     */
    public @Nullable Path trust() {
        return trust;
    }

    /**
     * Returns the agent at the address of {@code --ws} or {@code --http}.
     *
     * @param line the command, for error messages
     * @param option the name of the option
     * @param address the address
     * @return the agent
     * @throws ParameterException if an option is invalid
     */
    public RemoteAgent agent(CommandLine line, String option, String address) {
        String expected = option.substring(2);
        String scheme = address.replaceFirst("(?s):.*", "").toLowerCase(Locale.ROOT);
        if (!scheme.equals(expected) && !scheme.equals(expected + "s")) {
            throw new ParameterException(
                    line,
                    option + ": the scheme must be " + expected + " or " + expected + "s"
                            + remedy(scheme, expected, expected.equals("ws") ? "http" : "ws"));
        }
        try {
            return agent(line, URI.create(address), null);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(line, option + ": " + e.getMessage() + example(expected), e);
        }
    }

    /**
     * Returns the agent at an address.
     *
     * @param configured the variable with the token unless an option names another one; null for none
     * @throws ParameterException if an option is invalid
     * @throws IllegalArgumentException if the address is invalid
     */
    RemoteAgent agent(CommandLine line, URI uri, @Nullable String configured) {
        String variable = bearerVariable == null ? configured : bearerVariable;
        if (variable != null && System.getenv(variable) == null) {
            throw new ParameterException(line, "The variable " + variable + " with the bearer token is not set.");
        }
        try {
            return new RemoteAgent(uri, variable, trust);
        } catch (IllegalArgumentException e) {
            if (trust != null && String.valueOf(e.getMessage()).startsWith(trust.toString())) {
                throw new ParameterException(line, "--trust: " + e.getMessage(), e);
            }
            throw e;
        }
    }

    private static String remedy(String scheme, String expected, String confused) {
        return scheme.equals(confused) || scheme.equals(confused + "s")
                ? ", was " + scheme + "; write " + scheme.replace(confused, expected) + ":// instead of " + scheme
                        + "://"
                : example(expected);
    }

    private static String example(String scheme) {
        return "; write for instance " + scheme + "://localhost:8080/acp";
    }
}
