package io.acp4j.interop.kotlin

import kotlin.system.exitProcess
import kotlinx.coroutines.runBlocking

/** `agent`: serves; `client COMMAND…`: runs a command that serves and prints its address first, and checks it. */
fun main(args: Array<String>) {
    if (args.contentEquals(arrayOf("agent"))) {
        serve()
        exitProcess(0)
    }
    require(args.size > 1 && args[0] == "client") { "usage: agent | client COMMAND [ARG...]" }
    val server = ProcessBuilder(args.drop(1)).redirectError(ProcessBuilder.Redirect.INHERIT).start()
    val failed = try {
        val address = checkNotNull(server.inputReader().readLine()) { "the agent has not said where it listens" }
        runBlocking { checks(address) }
    } finally {
        server.destroy()
    }
    exitProcess(if (failed == 0) 0 else 1)
}
