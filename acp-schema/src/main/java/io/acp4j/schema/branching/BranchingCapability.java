package io.acp4j.schema.branching;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Method;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.internal.codec.Counts;
import io.acp4j.schema.internal.codec.MetaMember;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether a side knows the tree of messages inside a session, and which methods of {@link BranchMethods} it handles.
 *
 * <p>Carried in the {@code _meta} of {@code agentCapabilities}, and of {@code clientCapabilities} where a client follows a session that
 * its agent {@linkplain BranchMethods#MOVED moves}.
 *
 * @param version the version of the extension; this is version {@value #VERSION}
 * @param methods the names of the methods
 * @see <a href="https://agentclientprotocol.com/protocol/v1/extensibility#the-meta-field">the specification</a>
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public record BranchingCapability(int version, List<String> methods) {

    /** The name of the member of {@code _meta} that holds it. */
    public static final String KEY = "acp4j/branching";

    /** The version of the extension that this library speaks. */
    public static final int VERSION = 1;

    /** Reads and writes the object. */
    public static final ObjectCodec<BranchingCapability> CODEC = ObjectCodec.of("BranchingCapability", type -> {
        var version = type.required("version", Counts.COUNT, BranchingCapability::version);
        var methods = type.list("methods", Codecs.STRING, BranchingCapability::methods);
        return in -> new BranchingCapability(in.get(version), in.get(methods));
    });

    /** Copies the list. */
    public BranchingCapability {
        methods = List.copyOf(methods);
    }

    /**
     * Advertises methods in the version that this library speaks.
     *
     * @param methods the methods that the side handles
     * @return the capability
     */
    public static BranchingCapability of(List<? extends Method<?>> methods) {
        return new BranchingCapability(
                VERSION, methods.stream().map(Method::name).toList());
    }

    /**
     * Returns whether the side handles a method.
     *
     * @param method one of {@link BranchMethods}
     * @return true when it is listed and the version is the one that this library speaks
     */
    public boolean supports(Method<?> method) {
        return version == VERSION && methods.contains(method.name());
    }

    /**
     * Finds the capability among extra data.
     *
     * @param meta the {@code _meta} of {@code agentCapabilities} or {@code clientCapabilities}; may be null
     * @return the capability; null when there is none or it is malformed
     */
    public static @Nullable BranchingCapability of(@Nullable Meta meta) {
        return MetaMember.find(meta, KEY, CODEC);
    }

    /**
     * Puts the capability among extra data.
     *
     * @param meta what is there already, which is kept; may be null
     * @return extra data with this under {@link #KEY}
     */
    public Meta into(@Nullable Meta meta) {
        return MetaMember.put(meta, KEY, CODEC.toRaw(this));
    }
}
