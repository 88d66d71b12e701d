import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The directory of the repository, with a slash at its end. All other paths here are relative to it. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

export const GITHUB = 'https://github.com/acp4j/acp4j'

export const INDEX = 'docs/index.md'

export const LANDING = 'site/index.md'

const GROUP = /^## (.+)$/
const ENTRY = /^\s*- \[([^\]]+)\]\(([^)#\s]+\.md)\)/

export function read(path) {
  return readFileSync(ROOT + path, 'utf8')
}

export function exists(path) {
  return existsSync(ROOT + path)
}

export function isDirectory(path) {
  return statSync(ROOT + path).isDirectory()
}

/** Returns the path that a relative link of a document leads to. */
export function resolveLink(document, target) {
  return posix.join(posix.dirname(document), target)
}

/** Returns the groups of the documentation's index, each with its title and the titles and paths of its pages. */
export function indexGroups() {
  const groups = []
  for (const line of read(INDEX).split('\n')) {
    const group = GROUP.exec(line)
    const entry = ENTRY.exec(line)
    if (group) groups.push({ text: group[1], pages: [] })
    else if (entry) groups.at(-1).pages.push({ text: entry[1].replaceAll('`', ''), path: resolveLink(INDEX, entry[2]) })
  }
  return groups.filter((group) => group.pages.length > 0)
}

/** Returns the paths of all pages: the landing page, the index and what it lists. */
export function pagePaths() {
  const listed = indexGroups().flatMap((group) => group.pages.map((page) => page.path))
  const unlisted = readdirSync(ROOT + 'docs', { recursive: true })
    .map((file) => 'docs/' + file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.md') && file !== INDEX && !listed.includes(file))
  if (unlisted.length > 0) throw new Error(`${INDEX} must list ${unlisted.join(', ')}`)
  return [LANDING, INDEX, ...new Set(listed)]
}

/** Returns the version of the project, from its POM. */
export function projectVersion() {
  return /<artifactId>acp4j<\/artifactId>\s*<version>([^<]+)<\/version>/.exec(read('pom.xml'))[1]
}
