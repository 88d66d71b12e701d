package io.acp4j.tck.internal.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.report.HtmlReport;
import io.acp4j.tck.internal.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Puts several reports side by side. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        description = "Writes one page that shows several report.json files side by side.")
final class CompareCommand implements Callable<Integer> {

    @Parameters(arity = "1..*", paramLabel = "REPORT", description = "report.json files of earlier runs.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private List<Path> reports;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            defaultValue = "comparison.html",
            description = "Page to write. Default: ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path output;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        List<JsonNode> read = new ArrayList<>();
        for (Path report : reports) {
            if (!Files.isReadable(report)) {
                throw new ParameterException(spec.commandLine(), "There is no report " + report);
            }
            read.add(Json.read(Files.readAllBytes(report)));
        }
        Files.writeString(output, HtmlReport.of(read));
        return 0;
    }
}
