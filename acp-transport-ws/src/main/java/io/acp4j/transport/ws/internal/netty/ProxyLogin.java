package io.acp4j.transport.ws.internal.netty;

import java.util.Objects;

/** Who logs in at a proxy. */
public record ProxyLogin(String user, String password) {
    public ProxyLogin {
        Objects.requireNonNull(user, "user");
        Objects.requireNonNull(password, "password");
    }

    @Override
    public String toString() {
        return "ProxyLogin[user=" + user + "]";
    }
}
