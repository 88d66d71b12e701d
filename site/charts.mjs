// Writes the bar charts of BENCHMARKS.md, each from the table after its marker. With --check, only compares them.
//
// A marker is <!-- chart: FILE; ROW; ROW -->. The table has a column "better" with "more" or "less", and a column for each SDK.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const DOCUMENT = 'BENCHMARKS.md'
const MARKER = /^<!-- chart: ([^;]+); (.+) -->$/
const NUMBER = /^\d+(?: \d{3})*(?:\.\d+)?$/

const BAR = 18
const STEP = 25
const HEADING = 30
const GAP = 18

// The picture has no viewBox: it is laid out at the width of the page, with text of the same size everywhere.
const STYLE = `text{font:14px system-ui,sans-serif;fill:#1f2937}.heading{font-weight:600}.note,.peer{fill:#57606a}
.bar{x:190px;width:calc((100% - 280px)*var(--share));fill:#b6bec9}.own{fill:#0f766e}
@media(max-width:480px){text{font-size:12px}.bar{x:155px;width:calc((100% - 225px)*var(--share))}}
@media(prefers-color-scheme:dark){text{fill:#e5e7eb}.note,.peer{fill:#a3adb8}.bar{fill:#57606a}.own{fill:#2dd4bf}}`

/** Returns the charts of the document: file and SVG. */
export function charts() {
  const lines = readFileSync(ROOT + DOCUMENT, 'utf8').split('\n')
  return lines.flatMap((line, i) => {
    const marker = MARKER.exec(line)
    return marker ? [{ file: marker[1], svg: chart(table(lines, i + 1), marker[2].split('; ')) }] : []
  })
}

/** Returns the files that differ from the table. */
export function staleCharts() {
  return charts()
    .filter(({ file, svg }) => !existsSync(ROOT + file) || readFileSync(ROOT + file, 'utf8') !== svg)
    .map(({ file }) => file)
}

function table(lines, from) {
  const rows = []
  for (let i = from; lines[i]?.startsWith('|'); i++) {
    rows.push(lines[i].slice(1, -1).split('|').map((cell) => cell.replaceAll('`', '').trim()))
  }
  return { names: rows[0], rows: rows.slice(2) }
}

function chart({ names, rows }, wanted) {
  const better = names.indexOf('better')
  const peers = names.map((_, i) => i).filter((i) => i > 0 && i !== better)
  let y = 0
  let shapes = ''
  for (const name of wanted) {
    const row = rows.find((each) => each[0] === name)
    if (better < 0 || !row || !['more', 'less'].includes(row[better])) {
      throw new Error(`${DOCUMENT}: the table of a chart needs a row "${name}" with "more" or "less" in the column "better"`)
    }
    shapes += group(name, row, better, peers, names, y)
    y += HEADING + peers.length * STEP + GAP
  }
  const title = `${names[peers[0]]} beside ${peers.slice(1).map((i) => names[i]).join(' and ')}`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="100%" height="${y - GAP}" role="img" aria-label="${escaped(title)}">
<style>${STYLE}</style>
${shapes}</svg>
`
}

function group(name, row, better, peers, names, y) {
  const values = peers.map((i) => number(row[i], name))
  const most = Math.max(...values)
  let shapes = text('heading', 0, y + 16, name[0].toUpperCase() + name.slice(1)) + text('note', '100%', y + 16, row[better] + ' is better', 'end')
  peers.forEach((column, i) => {
    const top = y + HEADING + i * STEP
    const share = (values[i] / most).toFixed(3)
    const kind = i === 0 ? 'bar own' : 'bar'
    shapes += text(i === 0 ? 'heading' : 'peer', 0, top + 14, names[column])
    shapes += `<rect class="${kind}" y="${top}" height="${BAR}" rx="3" style="--share:${share}"/>\n`
    shapes += text(i === 0 ? 'heading' : 'peer', '100%', top + 14, row[column], 'end')
  })
  return shapes
}

function number(cell, row) {
  if (!NUMBER.test(cell)) throw new Error(`${DOCUMENT}: "${cell}" in the row "${row}" of a chart is not a number`)
  return Number(cell.replaceAll(' ', ''))
}

function text(kind, x, y, content, anchor) {
  const anchored = anchor ? ` text-anchor="${anchor}"` : ''
  return `<text class="${kind}" x="${x}" y="${y}"${anchored}>${escaped(content)}</text>\n`
}

function escaped(content) {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { file, svg } of charts()) writeFileSync(ROOT + file, svg)
}
