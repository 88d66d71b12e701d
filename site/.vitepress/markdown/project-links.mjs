import { exists, GITHUB, isDirectory, LANDING, resolveLink, ROOT } from '../project.mjs'

const ELSEWHERE = /^([a-z]+:|#|\/)/
const README = 'README.md'

/**
 * Lets relative links lead to pages of the site. A link to another file of the repository leads to GitHub; a link to a file that does
 * not exist fails the build.
 *
 * @param pages the paths of all pages
 */
export function projectLinks(md, pages) {
  md.core.ruler.push('project_links', (state) => {
    const document = documentOf(state.env)
    forEachChild(state.tokens, (token) => {
      if (token.type !== 'link_open' || ELSEWHERE.test(token.attrGet('href'))) return
      token.attrSet('href', address(document, decodeURI(token.attrGet('href')), pages))
    })
  })
}

/** Returns the path of the document that is rendered, or an empty string for a title. */
export function documentOf(env) {
  return (env.realPath ?? env.path ?? '').slice(ROOT.length)
}

/** Calls back for each inline token. */
export function forEachChild(tokens, action) {
  for (const token of tokens) {
    for (const child of token.children ?? []) action(child)
  }
}

function address(document, href, pages) {
  const [target, anchor = ''] = href.split(/(?=#)/)
  const path = resolveLink(document, target)
  if (path === README || path === LANDING) return '/'
  if (!exists(path)) throw new Error(`${document}: no file ${path}`)
  if (pages.includes(path)) return '/' + path + anchor
  return `${GITHUB}/${isDirectory(path) ? 'tree' : 'blob'}/main/${path}${anchor}`
}
