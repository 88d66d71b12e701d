package io.acp4j.tck.internal.report;

import io.acp4j.tck.internal.catalogue.Source;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.run.Result;
import java.io.StringWriter;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** The report that build servers read: a suite for each area, a case for each requirement, named by its scenario. */
public final class JunitReport {

    private JunitReport() {}

    /** Writes the report. */
    public static String of(Report report) {
        StringWriter out = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(out);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeStartElement("testsuites");
            xml.writeAttribute("name", "acp-tck " + clean(report.subject()));
            xml.writeAttribute("time", seconds(report.millis()));
            Map<String, List<Result>> areas = report.tested()
                    .collect(Collectors.groupingBy(JunitReport::group, LinkedHashMap::new, Collectors.toList()));
            for (Map.Entry<String, List<Result>> area : areas.entrySet()) {
                suite(xml, report, area.getKey(), area.getValue());
            }
            xml.writeEndElement();
            xml.writeEndDocument();
            xml.close();
            return out + "\n";
        } catch (XMLStreamException e) {
            throw new IllegalStateException("Cannot write the JUnit report", e);
        }
    }

    private static void suite(XMLStreamWriter xml, Report report, String area, List<Result> results)
            throws XMLStreamException {
        long failures = results.stream().filter(result -> fails(report, result)).count();
        long skipped = results.stream().filter(JunitReport::isSkipped).count();
        xml.writeStartElement("testsuite");
        xml.writeAttribute("name", area);
        xml.writeAttribute(
                "timestamp", report.started().truncatedTo(ChronoUnit.SECONDS).toString());
        xml.writeAttribute(
                "time",
                seconds(results.stream()
                        .mapToLong(result -> millis(report, result))
                        .sum()));
        xml.writeAttribute("tests", Integer.toString(results.size()));
        xml.writeAttribute("failures", Long.toString(failures));
        xml.writeAttribute("errors", "0");
        xml.writeAttribute("skipped", Long.toString(skipped));
        xml.writeStartElement("properties");
        xml.writeEmptyElement("property");
        xml.writeAttribute("name", "verdict");
        xml.writeAttribute("value", VerdictLine.of(report));
        xml.writeEndElement();
        for (Result result : results) {
            xml.writeStartElement("testcase");
            xml.writeAttribute("classname", area);
            xml.writeAttribute("time", seconds(millis(report, result)));
            xml.writeAttribute(
                    "name",
                    scenario(result) + ": " + result.requirement().id() + " ["
                            + result.requirement().level() + "] "
                            + clean(result.requirement().text()));
            if (fails(report, result)) {
                xml.writeStartElement("failure");
                xml.writeAttribute("message", clean(result.observed()));
                xml.writeCharacters(clean("expected: " + result.expected() + "\nobserved: " + result.observed()
                        + "\nscenarios: " + result.scenarios() + "\nsource: "
                        + result.requirement().citation()));
                xml.writeEndElement();
            } else if (isSkipped(result)) {
                xml.writeStartElement("skipped");
                xml.writeAttribute("message", clean(result.outcome() + ": " + result.observed()));
                xml.writeEndElement();
            } else if (result.outcome() == Outcome.FAIL) {
                xml.writeStartElement("system-out");
                xml.writeCharacters(clean("fails, which does not count: " + result.observed()));
                xml.writeEndElement();
            }
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }

    /** Returns the scenario of a requirement. It is the same in all runs, so that build servers can compare them. */
    private static String scenario(Result result) {
        return result.home().isEmpty() ? "all scenarios" : result.home();
    }

    private static boolean fails(Report report, Result result) {
        return report.fails(result);
    }

    /** Areas are apart by source: what a proposal asks for is no failure of the protocol. */
    private static String group(Result result) {
        Source source = result.requirement().source();
        String profile = source == Source.ACP ? "" : source.label() + ".";
        return "acp-tck." + profile + result.requirement().area().toLowerCase(Locale.ROOT);
    }

    /** Returns what its scenarios took; several requirements of one scenario share its time. */
    private static long millis(Report report, Result result) {
        return report.runs().stream()
                .filter(run -> result.scenarios().contains(run.scenario().name()))
                .mapToLong(run ->
                        run.millis() / Math.max(1, run.scenario().proves().size()))
                .sum();
    }

    private static String seconds(long millis) {
        return String.format(Locale.ROOT, "%.3f", millis / 1000.0);
    }

    private static boolean isSkipped(Result result) {
        return result.outcome() == Outcome.SKIPPED || result.outcome() == Outcome.NOT_TESTED;
    }

    /** XML has no way to write some characters, and shows others as none, which a faulty subject may well have sent. */
    private static String clean(String text) {
        return VisibleText.lines(text);
    }
}
