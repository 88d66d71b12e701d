// Checks the finished site: its links, the charts of BENCHMARKS.md, and its pages in Chromium at three widths.
//
//   node check.mjs DIRECTORY
//
// SITE_BASE is the path that the site was built for.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, posix } from 'node:path'
import axe from 'axe-core'
import { chromium } from 'playwright-core'
import { staleCharts } from './charts.mjs'

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.json': 'application/json' }
const WIDTHS = [400, 1000, 1600]
const SIDEBAR_WIDTH = 960 // from here on, the list of pages is always visible
const OUTLINE_WIDTH = 1280 // from here on, "On this page" is always visible
const GUIDE = 'docs/guides/write-a-client.html'
const LOOKED_AT = ['index.html', GUIDE, 'BENCHMARKS.html', 'docs/certified.html']
// VitePress nests the button that folds a group of pages in another one, and names the button of the search without its shortcut.
const NOT_OURS = ['.VPSidebarItem.collapsible > .item', '.DocSearch-Button']
const TIMEOUT = 60_000

const BASE = process.env.SITE_BASE ?? '/'
const directory = process.argv[2]
const problems = []
const pages = htmlFiles()

for (const file of staleCharts()) problems.push(`${file} differs from BENCHMARKS.md: run build-support/write-docs`)
checkLinks()
await checkInBrowser()

for (const problem of problems) console.error(problem)
if (problems.length > 0) {
  console.error(`site: ${problems.length} problems`)
  process.exit(1)
}
console.log(`site: ${pages.length} pages checked`)

/** Returns the pages of VitePress, relative to the directory: the Javadoc has its own checks. */
function htmlFiles() {
  return readdirSync(directory, { recursive: true })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.html') && !file.startsWith('api/'))
    .sort()
}

/** Finds links to files or anchors that do not exist, anchors that occur twice, and assets from other servers. */
function checkLinks() {
  const anchors = new Map(pages.map((page) => [page, idsOf(page)]))
  for (const page of pages) {
    const html = readFileSync(join(directory, page), 'utf8').replace(/<pre[\s\S]*?<\/pre>/g, '')
    for (const [, tag, attributes] of html.matchAll(/<(a|img|link|script|source)\s([^>]*)>/g)) {
      const target = /\b(?:href|src)="([^"]*)"/.exec(attributes)?.[1]
      if (target === undefined) continue
      if (/^([a-z]+:|\/\/)/.test(target)) {
        if (tag !== 'a') problems.push(`${page}: asset of another server: ${target}`)
      } else {
        checkLink(page, target.replaceAll('&amp;', '&'), anchors)
      }
    }
  }
}

function checkLink(page, target, anchors) {
  const [path, anchor] = target.split('#')
  let file = path === '' ? page : path.startsWith(BASE) ? path.slice(BASE.length) : posix.join(posix.dirname(page), path)
  if (file === '' || file.endsWith('/')) file += 'index.html'
  if (!statSync(join(directory, file), { throwIfNoEntry: false })?.isFile()) {
    problems.push(`${page}: no file ${target}`)
  } else if (anchor && anchors.has(file) && !anchors.get(file).has(decodeURIComponent(anchor))) {
    problems.push(`${page}: no anchor ${target}`)
  }
}

function idsOf(page) {
  const ids = new Set()
  for (const [, id] of readFileSync(join(directory, page), 'utf8').matchAll(/\sid="([^"]+)"/g)) {
    if (ids.has(id)) problems.push(`${page}: the id ${id} occurs twice`)
    ids.add(id)
  }
  return ids
}

async function checkInBrowser() {
  const server = createServer(serve).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const site = `http://127.0.0.1:${server.address().port}${BASE}`
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
    timeout: TIMEOUT,
  })
  try {
    await Promise.all([checkWidths(browser, site), checkUses(browser, site), checkAccessibility(browser, site)])
  } finally {
    await browser.close()
    server.closeAllConnections()
    server.close()
  }
}

function serve(request, response) {
  const path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname)
  const file = join(directory, path.slice(BASE.length), path.endsWith('/') ? 'index.html' : '')
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
    response.writeHead(404).end()
    return
  }
  response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(readFileSync(file))
}

async function open(browser, address, options) {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(TIMEOUT)
  const page = await context.newPage()
  page.on('pageerror', (error) => problems.push(`${address}: ${error.message}`))
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(address).origin)) problems.push(`${address}: request to another server: ${request.url()}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${address}: status ${response.status()}: ${response.url()}`)
  })
  await page.goto(address, { waitUntil: 'load' })
  return page
}

/** No page may scroll horizontally, and each shows its pictures. Without scripts, a page does not load those that it links to. */
async function checkWidths(browser, site) {
  const page = await open(browser, site, { javaScriptEnabled: false })
  for (const name of pages) {
    await page.goto(site + name, { waitUntil: 'load' })
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await checkWidth(page, `${name} at ${width} px`)
    }
    const missing = await page.evaluate(async () => {
      const pictures = [...document.images]
      await Promise.allSettled(pictures.map((picture) => picture.decode()))
      return pictures.filter((picture) => picture.naturalWidth === 0).map((picture) => picture.src)
    })
    for (const picture of missing) problems.push(`${name}: picture not shown: ${picture}`)
  }
  await page.context().close()
}

async function checkWidth(page, name) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  if (over > 0) problems.push(`${name}: ${over} px too wide`)
}

/** One width after the other, because all share one clipboard. */
async function checkUses(browser, site) {
  for (const width of WIDTHS) await checkUse(browser, site, width)
}

/** A reader opens the list of pages, copies code, finds a word and follows a result. */
async function checkUse(browser, site, width) {
  const page = await open(browser, site + GUIDE, {
    viewport: { width, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const expect = (condition, what) => condition || problems.push(`${GUIDE} at ${width} px: ${what}`)

  const entry = page.locator('.VPSidebar').getByRole('link', { name: 'Write an agent' })
  if (width < SIDEBAR_WIDTH) {
    const { x, width: covered } = await entry.boundingBox()
    expect(x + covered <= 0, 'the list of pages covers the page')
    await page.getByRole('button', { name: 'Menu' }).click()
  }
  await entry.click()
  await page.waitForURL('**/write-an-agent.html')
  await page.goto(site + GUIDE)

  await checkWidth(page, `${GUIDE} at ${width} px`)

  const outline = page.locator('.VPDocAside').getByRole('link', { name: 'Launch an agent' })
  expect((await outline.isVisible()) === width >= OUTLINE_WIDTH, '"On this page" is missing or in the way')

  const block = page.locator('div.language-java').first()
  await block.hover()
  await block.getByRole('button', { name: 'Copy code' }).click()
  await block.locator('button.copied').waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.trim() === (await block.locator('pre').innerText()).trim(), 'the copied code differs from the block')
  expect((await block.locator('pre span[style]').count()) > 5, 'the code is not highlighted')

  await page.locator('#local-search button').click()
  await page.locator('#localsearch-input').fill('troubleshooting')
  const result = page.locator('#localsearch-list a').first()
  await result.filter({ hasText: 'Troubleshooting' }).click()
  await page.waitForURL('**/docs/operations/troubleshooting.html*')
  await page.context().close()

  const landing = await open(browser, site, { viewport: { width, height: 900 } })
  await checkWidth(landing, `landing page at ${width} px`)
  for (const [name, target] of [['Write an agent', 'write-an-agent'], ['Write a client', 'write-a-client'], ['Get started', 'first-project']]) {
    await landing.getByRole('link', { name, exact: true }).click()
    await landing.waitForURL(`**/${target}.html`)
    await landing.goto(site)
  }
  await landing.context().close()
}

async function checkAccessibility(browser, site) {
  for (const name of LOOKED_AT) {
    for (const colorScheme of ['light', 'dark']) {
      const page = await open(browser, site + name, { viewport: { width: 1000, height: 900 }, colorScheme })
      await page.addScriptTag({ content: axe.source })
      const { violations } = await page.evaluate((exclude) => window.axe.run({ exclude }, { resultTypes: ['violations'] }), NOT_OURS)
      for (const { id, impact, nodes } of violations.filter((each) => ['serious', 'critical'].includes(each.impact))) {
        const first = `${nodes[0].html.slice(0, 200)} ${nodes[0].any[0]?.message ?? ''}`
        problems.push(`${name}, ${colorScheme}: ${id} (${impact}) at ${nodes.length} places, first at ${first}`)
      }
      await page.context().close()
    }
  }
}
