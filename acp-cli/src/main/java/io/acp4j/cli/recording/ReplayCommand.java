package io.acp4j.cli.recording;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.cli.agent.AgentOptions;
import io.acp4j.cli.agent.AgentTarget;
import io.acp4j.inspector.link.RawLink;
import io.acp4j.inspector.recording.FrameJson;
import io.acp4j.inspector.recording.WireRecording;
import io.acp4j.inspector.replay.Divergence;
import io.acp4j.inspector.replay.Replay;
import io.acp4j.inspector.replay.ReplayListener;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.VisibleText;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Plays a recorded client to a live agent, up to the first difference. */
@Command(
        name = "replay",
        customSynopsis = {
            "@|bold ${COMMAND-FULL-NAME}|@ [OPTION...] FILE -- AGENT-COMMAND [ARG...]",
            "       @|bold ${COMMAND-FULL-NAME}|@ [OPTION...] FILE --agent NAME",
            "       @|bold ${COMMAND-FULL-NAME}|@ [OPTION...] FILE --ws URL | --http URL"
        },
        description = {
            "Replays the client of a recording against an agent.",
            "It stops where the agent differs from the recorded one, compared as by diff.",
            "If the recording has several connections, it replays the newest."
        },
        exitCodeList = {
            "0:The agent did not differ from the recorded one.",
            "1:It differed.",
            "2:The recording could not be read, the agent could not be started, or the arguments were wrong."
        })
public final class ReplayCommand extends ReportCommand {

    @Parameters(index = "0", paramLabel = "FILE", description = "The recording.")
    private Path file = Path.of("");

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "AGENT-COMMAND",
            description = "The agent and its arguments. NAME=VALUE before it sets a variable.")
    private List<String> command = new ArrayList<>();

    @Mixin
    private AgentOptions options = new AgentOptions();

    @Option(names = "--structure", description = "Ignore texts, for agents with a model.")
    private boolean structure;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "The time limit for each step of the agent. Default: 60.")
    private long timeout = 60;

    @Option(
            names = "--cwd",
            paramLabel = "DIR",
            description = "The directory of sessions, instead of the recorded one.")
    private @Nullable Path cwd;

    /** Creates the command, for picocli. */
    public ReplayCommand() {}

    @Override
    int report() throws IOException, InterruptedException {
        AgentTarget agent = options.get(line(), command);
        WireRecording recording = newest(read(file));
        Divergence divergence;
        try (RawLink link = new RawLink(agent.open(errorLine -> {}))) {
            Path directory = cwd;
            divergence = new Replay(
                            recording.frames(),
                            link,
                            structure,
                            Duration.ofSeconds(Math.max(1, timeout)),
                            directory == null
                                    ? null
                                    : directory.toAbsolutePath().normalize().toString(),
                            ReplayListener.NONE)
                    .play();
        } catch (AcpException e) {
            throw new IOException(e.getMessage(), e);
        }
        return report(recording, divergence);
    }

    /** Returns the newest connection, as one agent process serves one connection. */
    private static WireRecording newest(WireRecording recording) {
        int number = recording.connectionNumbers().stream().reduce(1, Math::max);
        return new WireRecording(recording.framesOf(number), recording.isTruncated());
    }

    private int report(WireRecording recording, @Nullable Divergence divergence) {
        ObjectNode node = FrameJson.MAPPER.createObjectNode().put("same", divergence == null);
        node.put("frames", recording.frames().size());
        if (divergence != null) {
            node.put("reason", divergence.reason());
            if (divergence.expected() != null) {
                DiffCommand.json(node.putObject("recorded"), divergence.expected());
            }
            if (divergence.actual() != null) {
                DiffCommand.json(node.putObject("live"), divergence.actual());
            }
        }
        print(node, () -> {
            if (divergence == null) {
                out().println("The agent did what the recorded one did, in "
                        + recording.frames().size() + " frames.");
                return;
            }
            out().println(VisibleText.line(divergence.reason()));
            if (divergence.expected() != null) {
                out().println("- " + DiffCommand.line(divergence.expected()));
            }
            if (divergence.actual() != null) {
                out().println("+ " + DiffCommand.line(divergence.actual()));
            }
        });
        return divergence == null ? WELL : NOT_WELL;
    }
}
