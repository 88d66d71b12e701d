package io.acp4j.spring;

import io.acp4j.rpc.ConnectionObserver;
import io.acp4j.rpc.ConnectionOptions;
import org.springframework.beans.factory.ObjectProvider;

/** Puts the options of connections together from what all beans add to them. */
class ConnectionSetup {

    private final ObjectProvider<ConnectionObserver> observers;
    private final ObjectProvider<AcpConnectionCustomizer> customizers;

    ConnectionSetup(ObjectProvider<ConnectionObserver> observers, ObjectProvider<AcpConnectionCustomizer> customizers) {
        this.observers = observers;
        this.customizers = customizers;
    }

    ConnectionOptions options() {
        ConnectionOptions.Builder builder = ConnectionOptions.builder();
        observers.orderedStream().forEach(builder::observer);
        customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
        return builder.build();
    }
}
