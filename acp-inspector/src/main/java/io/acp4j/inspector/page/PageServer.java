package io.acp4j.inspector.page;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Serves the page on this machine's loopback address, and nowhere else. */
public final class PageServer implements AutoCloseable {

    /** How many connections a server has at most; a page needs a handful. */
    static final int MAX_CONNECTIONS = 64;

    private static final int WORKERS = 4;
    private static final int MAX_WAITING_COMMANDS = 1024;

    /** How many files may be under way from pages at once. */
    static final int MAX_UPLOADING = 4;

    /** Differs for each start, so that a page notices that what it knows is of another run. */
    private final String epoch = UUID.randomUUID().toString();

    private final StateBoard board;
    private final Logs logs;
    private final PageApi api;
    private final Downloads downloads;
    private final Uploads uploads;
    private final Semaphore uploading = new Semaphore(MAX_UPLOADING);
    private final Libraries libraries = new Libraries();
    private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("inspector-page", true), NioIoHandler.newFactory());
    private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final ThreadPoolExecutor workers = new ThreadPoolExecutor(
            WORKERS,
            WORKERS,
            10,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MAX_WAITING_COMMANDS),
            new DefaultThreadFactory("inspector-command", true));

    /** Files are read one after the other, as one takes much memory, and not by those who do what pages ask for. */
    private final ThreadPoolExecutor uploader = new ThreadPoolExecutor(
            1,
            1,
            10,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MAX_UPLOADING),
            new DefaultThreadFactory("inspector-upload", true));

    private final Gate gate;

    private PageServer(
            int port, String token, StateBoard board, Logs logs, PageApi api, Downloads downloads, Uploads uploads)
            throws IOException {
        this.board = board;
        this.logs = logs;
        this.api = api;
        this.downloads = downloads;
        this.uploads = uploads;
        uploader.allowCoreThreadTimeOut(true);
        workers.allowCoreThreadTimeOut(true);
        try {
            Channel channel = bind(port);
            channels.add(channel);
            gate = new Gate(token, ((InetSocketAddress) channel.localAddress()).getPort());
        } catch (RuntimeException | IOException e) {
            close();
            throw e;
        }
    }

    private Channel bind(int port) throws IOException {
        InetSocketAddress address =
                new InetSocketAddress(InetAddress.getByAddress("localhost", new byte[] {127, 0, 0, 1}), port);
        var bound = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        if (channels.size() > MAX_CONNECTIONS) {
                            var unused = channel.close();
                            return;
                        }
                        channels.add(channel);
                        channel.pipeline()
                                .addLast(new HttpServerCodec())
                                .addLast(new UploadHandler(PageServer.this))
                                .addLast(new HttpObjectAggregator(64 * 1024))
                                .addLast(new HttpHandler(PageServer.this));
                    }
                })
                .bind(address)
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new IOException("the inspector cannot listen on port " + port + "; choose another", bound.cause());
        }
        return bound.channel();
    }

    /**
     * Starts a server.
     *
     * @param port the port; 0 for a free one
     * @param board what pages show
     * @param logs the frames
     * @param api does what pages ask for
     * @param downloads what pages save
     * @param uploads takes files that are opened in pages
     * @return the server, to be closed
     * @throws IOException when the port is taken
     */
    public static PageServer start(
            int port, StateBoard board, Logs logs, PageApi api, Downloads downloads, Uploads uploads)
            throws IOException {
        return new PageServer(port, newToken(), board, logs, api, downloads, uploads);
    }

    /**
     * Starts a server whose address stays the same from one start to the next.
     *
     * @param port the port
     * @param token the token, from {@link #newToken()}
     * @param board what pages show
     * @param logs the frames
     * @param api does what pages ask for
     * @param downloads what pages save
     * @param uploads takes files that are opened in pages
     * @return the server, to be closed
     * @throws IOException when the port is taken
     */
    public static PageServer start(
            int port, String token, StateBoard board, Logs logs, PageApi api, Downloads downloads, Uploads uploads)
            throws IOException {
        return new PageServer(port, token, board, logs, api, downloads, uploads);
    }

    /**
     * Returns a token that nobody guesses.
     *
     * @return the token
     */
    public static String newToken() {
        return Gate.newToken();
    }

    /**
     * Returns the address to open, with the token. Anyone who has it can do what the page can.
     *
     * @return the address
     */
    public URI address() {
        return URI.create("http://127.0.0.1:" + port() + "/?token=" + gate.token());
    }

    /**
     * Returns where it listens.
     *
     * @return the port
     */
    public int port() {
        return ((InetSocketAddress) channels.stream()
                        .filter(NioServerSocketChannel.class::isInstance)
                        .findFirst()
                        .orElseThrow(() -> new IllegalStateException("the server is closed"))
                        .localAddress())
                .getPort();
    }

    Gate gate() {
        return gate;
    }

    Libraries libraries() {
        return libraries;
    }

    Downloads downloads() {
        return downloads;
    }

    Uploads uploads() {
        return uploads;
    }

    /** One for each file that is under way. */
    Semaphore uploading() {
        return uploading;
    }

    Executor uploader() {
        return uploader;
    }

    Executor workers() {
        return workers;
    }

    StateBoard board() {
        return board;
    }

    Logs logs() {
        return logs;
    }

    PageApi api() {
        return api;
    }

    String epoch() {
        return epoch;
    }

    @Override
    public void close() {
        var unused = channels.close();
        workers.shutdown();
        uploader.shutdown();
        var unusedEnd = loops.shutdownGracefully(0, 5, TimeUnit.SECONDS);
    }
}
