package io.acp4j.inspector.browser;

/**
 * A fault of a page.
 *
 * @param check the name of the check, such as {@code covered}
 * @param path the selector path of the element, or the name of a rule
 * @param text the numbers
 */
record PageFault(String check, String path, String text) {

    @Override
    public String toString() {
        return check + " | " + path + " | " + text;
    }
}
