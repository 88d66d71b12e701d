package io.acp4j.transport.stdio;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.TextFrame;
import io.acp4j.rpc.transport.TransportClosedException;
import io.acp4j.rpc.transport.TransportListener;
import io.acp4j.rpc.transport.TransportListener.FrameError;
import java.io.IOException;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** An agent on the level of frames: says every frame back, and does what some of them ask. */
final class AgentMain implements TransportListener {

    private final StdioTransport transport = StdioTransport.ofProcessStreams();

    private AgentMain() {}

    public static void main(String[] args) throws Exception {
        AgentMain agent = new AgentMain();
        System.out.println("stray print before the start");
        agent.transport.start(agent);
        agent.transport.closed().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    @Override
    public @Nullable Envelope onFrame(byte[] buffer, int offset, int length) {
        String text = new String(buffer, offset, length, UTF_8);
        switch (text) {
            case "print" -> System.out.print("stray print without a line end");
            case "read" -> say("System.in gives " + readOwnInput());
            case "again" -> say(takeAgain());
            case "environment" -> say(String.join(",", new TreeMap<>(System.getenv()).keySet()));
            case "directory" -> say(System.getProperty("user.dir"));
            case "crash" -> {
                say("one");
                say("two");
                say("last words");
                System.err.println("fatal: out of ideas ä");
                Runtime.getRuntime().halt(3);
            }
            default -> say(text);
        }
        return null;
    }

    private static int readOwnInput() {
        try {
            return System.in.read();
        } catch (IOException e) {
            return -2;
        }
    }

    private static String takeAgain() {
        try {
            StdioTransport.ofProcessStreams();
            return "taken twice";
        } catch (IllegalStateException e) {
            return e.getMessage();
        }
    }

    private void say(String text) {
        try {
            transport.send(new TextFrame(text));
        } catch (TransportClosedException e) {
            System.err.println("closed: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void onFault(FrameError fault) {
        say("fault at " + fault.position());
    }

    @Override
    public void onEnd(CloseReason reason, boolean canSend) {
        say("end " + canSend);
        transport.close();
    }
}
