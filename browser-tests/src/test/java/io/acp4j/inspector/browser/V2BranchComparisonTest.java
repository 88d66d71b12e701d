package io.acp4j.inspector.browser;

import io.acp4j.schema.init.ProtocolVersion;

/** Branches are compared in version 2 of the protocol as in version 1. */
class V2BranchComparisonTest extends BranchComparisonTest {

    @Override
    ProtocolVersion version() {
        return ProtocolVersion.V2;
    }
}
