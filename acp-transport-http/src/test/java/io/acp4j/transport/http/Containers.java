package io.acp4j.transport.http;

import io.acp4j.rpc.transport.Transport;
import io.acp4j.transport.http.servlet.AcpServlet;
import io.acp4j.transport.http.servlet.AcpServletBuilder;
import io.acp4j.transport.http.servlet.Servlets;
import io.acp4j.transport.ws.testing.Certificates;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http2.Http2Protocol;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;
import org.apache.tomcat.websocket.server.WsSci;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.ee11.websocket.jakarta.server.config.JakartaWebSocketServletContainerInitializer;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.io.WindowRateControl;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** One Tomcat and one Jetty for all tests; each server under test is an application of its own there. */
final class Containers {

    private static final Map<Certificates, Connector> SECURE = new ConcurrentHashMap<>();
    private static final AtomicInteger COUNT = new AtomicInteger();
    private static Tomcat tomcat;
    private static Connector plain;
    private static Server jetty;
    private static ServerConnector jettyConnector;
    private static ContextHandlerCollection applications;

    private Containers() {}

    /** The container's threads belong to nobody's test. */
    private static <T> T apart(Callable<T> start) throws Exception {
        CompletableFuture<T> started = new CompletableFuture<>();
        Thread thread = new Thread(Relay.THREADS, () -> {
            try {
                started.complete(start.call());
            } catch (Exception | Error e) {
                started.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return started.get();
    }

    private static AcpServlet servlet(Consumer<? super Transport> acceptor, Served.Setup setup) {
        AcpServletBuilder builder = AcpServlet.builder(acceptor)
                .limits(setup.limits())
                .webSocketLimits(setup.webSocketLimits())
                .allowedOrigins(setup.origins().toArray(String[]::new))
                .maxConnections(setup.maxConnections(), setup.maxPerPrincipal());
        if (setup.authenticator() != null) {
            builder.authenticator(setup.authenticator());
        }
        return (setup.anyMessage() ? Servlets.anyMessage(builder) : builder).build();
    }

    private static synchronized Tomcat startTomcat() throws Exception {
        if (tomcat == null) {
            Path base = Files.createTempDirectory("acp-tomcat");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(base)));
            Tomcat made = new Tomcat();
            made.setBaseDir(base.toString());
            plain = new Connector();
            plain.setPort(0);
            plain.setProperty("address", "127.0.0.1");
            plain.addUpgradeProtocol(http2());
            made.setConnector(plain);
            made.setSilent(true);
            // Made when it is first asked for, by one thread.
            made.getHost();
            made.start();
            tomcat = made;
        }
        return tomcat;
    }

    /** Each application has a directory of its own there. */
    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A client resets the stream of each session that it closes. */
    private static Http2Protocol http2() {
        // snippet:tomcat-resets
        Http2Protocol http2 = new Http2Protocol();
        http2.setOverheadResetFactor(10); // 50 unless set: a few resets in a row close the socket
        // end
        return http2;
    }

    private static synchronized int secureTomcatPort(Certificates certificates) {
        return SECURE.computeIfAbsent(certificates, given -> {
                    Connector connector = new Connector();
                    connector.setPort(0);
                    connector.setProperty("address", "127.0.0.1");
                    connector.setSecure(true);
                    connector.setScheme("https");
                    connector.setProperty("SSLEnabled", "true");
                    connector.addUpgradeProtocol(http2());
                    SSLHostConfig tls = new SSLHostConfig();
                    SSLHostConfigCertificate key =
                            new SSLHostConfigCertificate(tls, SSLHostConfigCertificate.Type.UNDEFINED);
                    key.setCertificateKeystoreFile(given.store().toString());
                    key.setCertificateKeystoreType("PKCS12");
                    key.setCertificateKeystorePassword(Certificates.PASSWORD);
                    tls.addCertificate(key);
                    // The holder of the server's own key may show its certificate.
                    tls.setCertificateVerification("optional");
                    tls.setTrustStore(trusting(given));
                    connector.addSslHostConfig(tls);
                    tomcat.getService().addConnector(connector);
                    return connector;
                })
                .getLocalPort();
    }

    private static KeyStore trusting(Certificates certificates) {
        try (InputStream in = Files.newInputStream(certificates.certificate())) {
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            trusted.setCertificateEntry(
                    "it", CertificateFactory.getInstance("X.509").generateCertificate(in));
            return trusted;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What an application may lack in its container. */
    enum Lack {
        NOTHING,
        WEBSOCKETS,
        ASYNCHRONOUS_REQUESTS
    }

    static Served tomcat(Consumer<? super Transport> acceptor, Served.Setup setup) throws Exception {
        return tomcat(acceptor, setup, Lack.NOTHING);
    }

    static Served tomcat(Consumer<? super Transport> acceptor, Served.Setup setup, Lack lack) throws Exception {
        AcpServlet servlet = servlet(acceptor, setup);
        return apart(() -> {
            Tomcat running = startTomcat();
            String path = "/t" + COUNT.incrementAndGet();
            StandardContext context = new StandardContext();
            context.setName(path);
            context.setPath(path);
            context.addLifecycleListener(new Tomcat.FixContextListener());
            if (lack != Lack.WEBSOCKETS) {
                context.addServletContainerInitializer(new WsSci(), null);
            }
            context.addServletContainerInitializer(
                    (classes, application) -> {
                        if (lack == Lack.ASYNCHRONOUS_REQUESTS) {
                            application.addServlet("acp", servlet).addMapping("/acp");
                        } else {
                            register(application, servlet);
                        }
                    },
                    null);
            running.getHost().addChild(context);
            int port = setup.tls() == null ? plain.getLocalPort() : secureTomcatPort(setup.tls());
            URI uri = URI.create((setup.tls() == null ? "http" : "https") + "://localhost:" + port + path + "/acp");
            return new InContainer(servlet, uri, () -> running.getHost().removeChild(context));
        });
    }

    private static synchronized Server startJetty() throws Exception {
        if (jetty == null) {
            QueuedThreadPool threads = new QueuedThreadPool(200, 2, 60_000, -1, null, Relay.THREADS);
            threads.setDaemon(true);
            Server made = new Server(threads);
            HttpConfiguration configuration = new HttpConfiguration();
            // snippet:jetty-resets
            HTTP2CServerConnectionFactory http2 = new HTTP2CServerConnectionFactory(configuration);
            http2.setRateControlFactory(new WindowRateControl.Factory(2048)); // 128 resets a second unless set
            // end
            jettyConnector = new ServerConnector(made, new HttpConnectionFactory(configuration), http2);
            jettyConnector.setHost("127.0.0.1");
            made.addConnector(jettyConnector);
            applications = new ContextHandlerCollection();
            made.setHandler(applications);
            made.start();
            jetty = made;
        }
        return jetty;
    }

    static Served jetty(Consumer<? super Transport> acceptor, Served.Setup setup) throws Exception {
        return jetty(acceptor, setup, Lack.NOTHING);
    }

    static Served jetty(Consumer<? super Transport> acceptor, Served.Setup setup, Lack lack) throws Exception {
        AcpServlet servlet = servlet(acceptor, setup);
        return apart(() -> {
            startJetty();
            String path = "/j" + COUNT.incrementAndGet();
            ServletContextHandler context = new ServletContextHandler(path);
            if (lack != Lack.WEBSOCKETS) {
                JakartaWebSocketServletContainerInitializer.configure(context, null);
            }
            ServletHolder holder = new ServletHolder(servlet);
            holder.setAsyncSupported(lack != Lack.ASYNCHRONOUS_REQUESTS);
            context.addServlet(holder, "/acp");
            Callback.Completable deployed = new Callback.Completable();
            applications.deployHandler(context, deployed);
            deployed.get();
            context.start();
            URI uri = URI.create("http://localhost:" + jettyConnector.getLocalPort() + path + "/acp");
            return new InContainer(servlet, uri, () -> {
                Callback.Completable undeployed = new Callback.Completable();
                applications.undeployHandler(context, undeployed);
                undeployed.join();
                try {
                    context.stop();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
        });
    }

    /** As an application registers it. */
    private static void register(ServletContext context, AcpServlet servlet) {
        // snippet:register
        ServletRegistration.Dynamic registration = context.addServlet("acp", servlet);
        registration.setAsyncSupported(true);
        registration.addMapping("/acp");
        // end
    }

    /** A servlet in one of them. */
    private record InContainer(AcpServlet servlet, URI uri, Runnable removal) implements Served {

        @Override
        public int connections() {
            return servlet.connections();
        }

        @Override
        public CompletionStage<Void> shutdown(Duration grace) {
            return servlet.shutdown(grace);
        }

        @Override
        public void close() {
            try {
                apart(() -> {
                    removal.run();
                    return "";
                });
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
