package io.acp4j.transport.ws;

import java.util.Objects;

/** Who logs in at a proxy. */
record ProxyLogin(String user, String password) {
    ProxyLogin {
        Objects.requireNonNull(user, "user");
        Objects.requireNonNull(password, "password");
    }

    @Override
    public String toString() {
        return "ProxyLogin[user=" + user + "]";
    }
}
