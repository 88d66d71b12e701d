import { existsSync, readdirSync } from 'node:fs'
import { ROOT } from '../project.mjs'
import { link } from './requirements.mjs'

/** The Javadoc of all modules, written by `mvn -Prelease verify`. */
export const JAVADOC = ROOT + 'architecture-tests/target/site/apidocs'

/** The directory of the Javadoc in the site. */
export const JAVADOC_PATH = 'api/'

const TYPE_PAGE = /(?:^|\/)([A-Z]\w*)\.html$/

/** The name of a type, with or without a member. */
const TYPE_NAME = /^([A-Z]\w*)(?:\.[a-z]\w*)?(?:\(.*\))?$/

export function hasJavadoc() {
  return existsSync(JAVADOC + '/index.html')
}

/** Links the names of public types in text to their Javadoc. A name that several types have is not linked. */
export function javadocLinks(md, base) {
  const pages = hasJavadoc() ? typePages() : new Map()
  md.core.ruler.push('javadoc_links', (state) => {
    state.tokens.forEach((token, i) => {
      if (token.type !== 'inline' || state.tokens[i - 1]?.type === 'heading_open') return
      let links = 0
      token.children = token.children.flatMap((child) => {
        links += child.type === 'link_open' ? 1 : child.type === 'link_close' ? -1 : 0
        const page = links === 0 && child.type === 'code_inline' && pages.get(TYPE_NAME.exec(child.content)?.[1])
        // The router of the site must not open a page that is not its own.
        return page ? link(child, base + JAVADOC_PATH + page, state.Token, [['target', '_self']]) : [child]
      })
    })
  })
}

function typePages() {
  const pages = new Map()
  for (const file of readdirSync(JAVADOC, { recursive: true })) {
    const path = file.replaceAll('\\', '/')
    const type = path.includes('class-use/') ? null : TYPE_PAGE.exec(path)?.[1]
    if (type) pages.set(type, pages.has(type) ? null : path)
  }
  return pages
}
