package io.acp4j.transport.ws;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.transport.ws.internal.netty.Loops;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Runs where the native library is on the class path. */
class NativeTransportTest {

    @Test
    @EnabledOnOs(
            value = OS.LINUX,
            architectures = "amd64",
            disabledReason = "the tests have the native library for this platform only")
    void nativeSocketsAreUsedWhereTheLibraryIsPresent() {
        assertThat(Loops.serverChannel().newChannel()).isInstanceOf(EpollServerSocketChannel.class);
        assertThat(Loops.clientChannel().newChannel()).isInstanceOf(EpollSocketChannel.class);
    }
}
