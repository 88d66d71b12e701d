package io.acp4j.examples.kotlin

// snippet:futures
import io.acp4j.client.AcpClient
import io.acp4j.schema.prompt.StopReason
import java.nio.file.Path

fun askAtOnce(client: AcpClient, questions: List<String>): List<StopReason> =
    questions
        .map { question -> client.newSession(Path.of(".")).promptAsync(question) }
        .map { response -> response.join().stopReason }
// end
