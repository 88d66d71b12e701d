package io.acp4j.cli;

import io.acp4j.cli.chat.ConsoleClient;
import io.acp4j.cli.demo.Demo;
import java.io.IOException;
import java.util.Arrays;

/** Entry point of the command {@code acp}. */
public final class Main {

    private Main() {}

    /**
     * Runs a command.
     *
     * @param args the command and its arguments
     * @throws IOException if the demo cannot create its directory
     * @throws InterruptedException if the demo is interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        String[] rest = args.length == 0 ? args : Arrays.copyOfRange(args, 1, args.length);
        switch (args.length == 0 ? "--help" : args[0]) {
            case "demo" -> Demo.main(rest);
            case "chat" -> ConsoleClient.main(rest);
            case "certify" -> io.acp4j.tck.internal.cli.Main.main(rest);
            case "inspect" -> io.acp4j.inspector.Main.main(rest);
            default -> io.acp4j.inspector.Main.main(args);
        }
    }
}
