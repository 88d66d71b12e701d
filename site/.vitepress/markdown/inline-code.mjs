/** After a dot or a slash, and before a capital letter. */
const BREAK = /(?<=[^/.][/.])(?=[^/.\d])|(?<=\p{Ll})(?=\p{Lu})/gu

const MAX_UNBROKEN = 16

/** Keeps Vue from evaluating inline code, and lets the long names in tables break between their parts. */
export function inlineCode(md) {
  md.core.ruler.push('code_in_tables', (state) => {
    let cell = false
    for (const token of state.tokens) {
      if (token.type === 'td_open') cell = true
      if (token.type === 'td_close') cell = false
      for (const child of cell && token.children ? token.children : []) {
        if (child.type === 'code_inline') child.meta = { breaks: true }
      }
    }
  })
  md.renderer.rules.code_inline = (tokens, i) => {
    const { content, meta } = tokens[i]
    const parts = meta?.breaks && content.length > MAX_UNBROKEN ? content.split(BREAK) : [content]
    return `<code v-pre>${parts.map(md.utils.escapeHtml).join('<wbr>')}</code>`
  }
}
