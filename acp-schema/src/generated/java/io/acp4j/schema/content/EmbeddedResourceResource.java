// Written by build-support/write-types from src/protocol/content.yaml: change that, not this.
package io.acp4j.schema.content;

import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.MemberUnionCodec;

/**
 * The contents of an embedded resource: text or bytes.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/content#embedded-resource">the specification</a>
 * @since 0.1.0
 */
public sealed interface EmbeddedResourceResource
        permits TextResourceContents, BlobResourceContents, UnknownResourceContents {

    /** Reads and writes any kind, told apart by the members that only one has. */
    JsonCodec<EmbeddedResourceResource> CODEC = MemberUnionCodec.<EmbeddedResourceResource>union()
            .variant("text", TextResourceContents.class, () -> TextResourceContents.CODEC)
            .variant("blob", BlobResourceContents.class, () -> BlobResourceContents.CODEC)
            .unknown(UnknownResourceContents.class, UnknownResourceContents::new, UnknownResourceContents::raw);
}
