/** The page: a local web server, one WebSocket for each open page, and the state that they show. Knows nothing of agents. */
@NullMarked
package io.acp4j.inspector.page;

import org.jspecify.annotations.NullMarked;
