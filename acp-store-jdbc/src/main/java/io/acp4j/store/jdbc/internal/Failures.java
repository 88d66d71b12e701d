package io.acp4j.store.jdbc.internal;

import io.acp4j.agent.store.SessionStoreException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Says in the store's words what its database complains of. */
interface Failures {

    SessionStoreException describe(SQLException e);

    SessionStoreException damaged(String what, @Nullable Exception e);
}
