package io.acp4j.architecture;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/** Reads a POM as it is written, without what Maven would inherit or compute. */
final class Pom {

    private final Element root;

    private Pom(Element root) {
        this.root = root;
    }

    static Pom read(Path file) {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            return new Pom(factory.newDocumentBuilder().parse(file.toFile()).getDocumentElement());
        } catch (IOException | SAXException | ParserConfigurationException e) {
            throw new AssertionError("Cannot read " + file, e);
        }
    }

    /** The texts of all elements at a path such as {@code modules/module}. */
    List<String> texts(String path) {
        return elements(path).stream()
                .map(Element::getTextContent)
                .map(String::strip)
                .toList();
    }

    /** The text of the only element at a path, or nothing when there is none. */
    String text(String path) {
        List<String> texts = texts(path);
        return texts.isEmpty() ? "" : texts.get(0);
    }

    /** The poms' parts at a path, each to be asked for what is below it. */
    List<Pom> parts(String path) {
        return elements(path).stream().map(Pom::new).toList();
    }

    private List<Element> elements(String path) {
        List<Element> found = List.of(root);
        for (String name : path.split("/", -1)) {
            List<Element> below = new ArrayList<>();
            for (Element element : found) {
                for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
                    if (child instanceof Element each && each.getTagName().equals(name)) {
                        below.add(each);
                    }
                }
            }
            found = below;
        }
        return found;
    }
}
