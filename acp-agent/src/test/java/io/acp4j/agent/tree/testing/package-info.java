/** What every session store has to pass: the rules of branching, and a model to compare it with. */
@NullMarked
package io.acp4j.agent.tree.testing;

import org.jspecify.annotations.NullMarked;
