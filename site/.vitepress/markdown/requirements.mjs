import { GITHUB, indexGroups, read } from '../project.mjs'
import { documentOf, forEachChild } from './project-links.mjs'

/** A file of requirements that the conformance kit reads. */
const TABLES = /^(.*\/)((?:agent|client)-requirements)(-v2)?\.md$/

/** A row that lists requirements of version 1 which apply in version 2, too. */
const SAME = /^\| = \| (.*?) \|\s*$/

/** A row with a requirement: ID, level, source, needs, text, citation. */
const ROW = /^\| ((?:[A-Z0-9]+-)+\d+) \|(.*\| )([^|]+) \|\s*$/

const ID = /\b(?:[A-Z0-9]+-)+\d{3}\b/g

/**
 * Makes the tables of the conformance kit readable and links to them: a requirement has an anchor, a citation links to the text that it
 * cites, and the ID of a requirement on any page links to its row.
 */
export function requirements(md) {
  md.core.ruler.before('normalize', 'requirement_tables', (state) => {
    const tables = TABLES.exec(documentOf(state.env))
    if (!tables) return
    const version = tables[3] ? 2 : 1
    state.src = state.src
      .split('\n')
      .map((line) => readable(line, tables[2] + '.md', version))
      .join('\n')
  })

  const pages = requirementPages()
  md.core.ruler.push('requirement_links', (state) => {
    if (TABLES.test(documentOf(state.env))) return
    state.tokens.forEach((token, i) => {
      if (token.type === 'inline' && state.tokens[i - 1]?.type !== 'heading_open') {
        token.children = linked(token.children, pages, state.Token)
      }
    })
  })
}

function readable(line, firstVersion, version) {
  const same = SAME.exec(line)
  if (same) {
    return '- ' + same[1].split(' ').map((id) => `[${id}](${firstVersion}#${id})`).join(', ')
  }
  return line.replace(ROW, (_, id, columns, citation) => {
    const source = columns.split('|')[1].trim()
    return `| <span id="${id}" class="requirement">${id}</span> |${columns}[${citation}](${cited(id, source, citation, version)}) |`
  })
}

/** Returns the address of the cited text, as Requirement.link() of the kit does. */
function cited(id, source, citation, version) {
  if (source === 'acp4j') {
    const page = /^(CLI-)?FORK-/.test(id) ? 'concepts/sessions-and-branching.md#rules' : 'tck.md#sources'
    return '../../../../../../../docs/' + page
  }
  const [first, second] = citation.split(' ').map((word) => word.replace(/[,:]$/, ''))
  if (first === 'rfd') return 'https://agentclientprotocol.com/rfds/' + second
  if (first === 'JSON-RPC') return 'https://www.jsonrpc.org/specification'
  if (citation.startsWith('RFC 8259')) return 'https://www.rfc-editor.org/rfc/rfc8259'
  return `https://agentclientprotocol.com/protocol/v${version}/${first}`
}

/** Returns the address of each requirement by its ID. */
function requirementPages() {
  const pages = new Map()
  const tables = indexGroups().flatMap((group) => group.pages.map((page) => page.path)).filter((path) => TABLES.test(path))
  for (const path of tables) {
    for (const line of read(path).split('\n')) {
      const row = ROW.exec(line)
      if (row) pages.set(row[1], `/${path}#${row[1]}`)
    }
  }
  return pages
}

function linked(tokens, pages, Token) {
  const result = []
  let links = 0
  for (const token of tokens) {
    links += token.type === 'link_open' ? 1 : token.type === 'link_close' ? -1 : 0
    if (links > 0 || (token.type !== 'text' && token.type !== 'code_inline')) {
      result.push(token)
    } else if (token.type === 'code_inline') {
      result.push(...link(token, pages.get(token.content), Token))
    } else {
      result.push(...linkedText(token, pages, Token))
    }
  }
  return result
}

function linkedText(token, pages, Token) {
  const result = []
  let from = 0
  for (const match of token.content.matchAll(ID)) {
    if (!pages.has(match[0])) continue
    result.push(text(token.content.slice(from, match.index), Token))
    result.push(...link(text(match[0], Token), pages.get(match[0]), Token))
    from = match.index + match[0].length
  }
  return from === 0 ? [token] : [...result, text(token.content.slice(from), Token)]
}

function text(content, Token) {
  return Object.assign(new Token('text', '', 0), { content })
}

/** Returns the tokens of a link around a token, or the token alone if there is no address. */
export function link(token, href, Token, attributes = []) {
  if (!href) return [token]
  const open = new Token('link_open', 'a', 1)
  open.attrs = [['href', href], ...attributes]
  return [open, token, new Token('link_close', 'a', -1)]
}
