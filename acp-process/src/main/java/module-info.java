/**
 * Child processes that end with all their descendants, program search and an allow-list for the environment.
 *
 * @see io.acp4j.process.ProcessTree
 */
module io.acp4j.process {
    requires static transitive org.jspecify;
    requires org.slf4j;

    exports io.acp4j.process;
}
