package io.acp4j.proxy.internal.relay;

import io.acp4j.proxy.Flow;
import io.acp4j.schema.RequestId;
import java.nio.charset.StandardCharsets;

/**
 * A request that has been passed on and has no response yet.
 *
 * @param origin who sent it
 * @param originId the id that it came with
 * @param originIdText that id as it was written
 * @param target who has got it
 * @param targetId the id that it went on with, which nobody else uses there
 * @param method its method, as the origin meant it
 * @param flow towards which end it went
 */
record Pending(
        Hop origin, RequestId originId, String originIdText, Hop target, RequestId targetId, String method, Flow flow) {

    byte[] originIdJson() {
        return originIdText.getBytes(StandardCharsets.UTF_8);
    }
}
