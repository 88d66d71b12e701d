// Runs an example of the TypeScript SDK on another release of it: 1.9.0 is the last that ships its examples, which go on as they are
// with the entry points of later ones.
//
//   node sdk-example.mjs MODULES NAME      MODULES has the SDK and, as "sdk-examples", the release with the examples
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [modules, name] = process.argv.slice(2);
const require = createRequire(join(modules, "any.js"));
const entry = (path) => JSON.stringify(pathToFileURL(require.resolve(`@agentclientprotocol/sdk${path}`)).href);
const source = await readFile(join(modules, "sdk-examples/dist/examples", `${name}.js`), "utf8");
const adapted = source.replaceAll('"../acp.js"', entry("")).replaceAll('"../v2/acp.js"', entry("/experimental/v2"));
await import(`data:text/javascript,${encodeURIComponent(adapted)}`);
