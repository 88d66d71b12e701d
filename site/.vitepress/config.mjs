import { cpSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import { inlineCode } from './markdown/inline-code.mjs'
import { hasJavadoc, JAVADOC, JAVADOC_PATH, javadocLinks } from './markdown/javadoc-links.mjs'
import { projectLinks } from './markdown/project-links.mjs'
import { requirements } from './markdown/requirements.mjs'
import { GITHUB, indexGroups, LANDING, pagePaths, projectVersion, ROOT } from './project.mjs'

const SITE = fileURLToPath(new URL('../', import.meta.url))

const base = process.env.SITE_BASE ?? '/'
const pages = pagePaths()
const javadoc = hasJavadoc() ? [{ text: 'Javadoc', link: `/${JAVADOC_PATH}index.html`, target: '_self' }] : []

export default defineConfig({
  base,
  lang: 'en',
  title: 'acp4j',
  description: 'Java SDK, conformance kit and inspector for the Agent Client Protocol',
  srcDir: ROOT,
  outDir: process.env.SITE_OUT ?? ROOT + 'target/site',
  rewrites: { [LANDING]: 'index.md' },
  srcExclude: otherDocuments(),
  // The address of the Javadoc is no page of VitePress; check.mjs looks at it in the finished site.
  ignoreDeadLinks: [/^\/api\//],
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: base + 'logo.svg' }]],
  markdown: {
    anchor: { slugify: githubSlug },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-default' },
    config(md) {
      inlineCode(md)
      requirements(md)
      javadocLinks(md, base)
      projectLinks(md, pages)
    },
  },
  themeConfig: {
    logo: '/logo.svg',
    nav: [
      { text: 'Documentation', link: '/docs/', activeMatch: '^/docs/' },
      { text: 'Benchmarks', link: '/BENCHMARKS' },
      ...javadoc,
      { text: projectVersion(), link: '/CHANGELOG' },
    ],
    sidebar: sidebar(),
    outline: [2, 3],
    socialLinks: [{ icon: 'github', link: GITHUB, ariaLabel: 'Source code on GitHub' }],
    editLink: { pattern: GITHUB + '/edit/main/:path', text: 'Edit this page on GitHub' },
    search: {
      provider: 'local',
      options: {
        miniSearch: {
          // The tables of requirements contain each word of the protocol, so guides are found first.
          searchOptions: {
            boostDocument: (id) => (id.includes('-requirements') ? 0.1 : id.includes('CHANGELOG') ? 0.3 : 1),
          },
        },
      },
    },
    footer: {
      message: `<a href="${GITHUB}/blob/main/LICENSE">Apache License 2.0</a>`,
      copyright: 'Java SDK for the <a href="https://agentclientprotocol.com">Agent Client Protocol</a>',
    },
  },
  vite: {
    publicDir: SITE + 'public',
    plugins: [vueForPages()],
    // The index of the search is large. Charts stay files, so that check.mjs sees their addresses.
    build: { chunkSizeWarningLimit: 2000, assetsInlineLimit: 0 },
  },
  transformPageData({ relativePath, frontmatter }) {
    // The messages of real agents are long lines, and are read rather than copied.
    if (relativePath === 'docs/certified.md') frontmatter.pageClass = 'real-agents'
  },
  buildEnd({ outDir }) {
    if (hasJavadoc()) cpSync(JAVADOC, outDir + '/' + JAVADOC_PATH, { recursive: true })
  },
})

function sidebar() {
  return indexGroups().map(({ text, pages }, i) => ({
    text,
    collapsed: i > 0,
    items: pages.map((page) => ({ text: page.text, link: '/' + page.path.replace(/\.md$/, '') })),
  }))
}

/** Resolves Vue for the documents, which are outside of the directory that has the node_modules. */
function vueForPages() {
  return {
    name: 'vue-for-pages',
    enforce: 'pre',
    resolveId(id, importer) {
      return /^vue(\/|$)/.test(id) && importer?.endsWith('.md')
        ? this.resolve(id, SITE + 'package.json', { skipSelf: true })
        : null
    },
  }
}

/** Returns patterns that exclude every document which is not a page. */
function otherDocuments() {
  const directories = new Set(pages.map((page) => page.split('/').slice(0, -1).join('/')))
  const used = [...directories].filter((each) => each !== '')
  const other = readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => !used.some((each) => each === entry.name || each.startsWith(entry.name + '/')))
    .filter((entry) => entry.isDirectory() || (entry.name.endsWith('.md') && !pages.includes(entry.name)))
    .map((entry) => (entry.isDirectory() ? entry.name + '/**' : entry.name))
  return [...other, 'site/{node_modules,public,.vitepress}/**', '**/target/**', 'acp-tck/src/{main/java,test}/**']
}

/** Returns the anchor that GitHub gives a heading, so that links to headings work there and here. */
function githubSlug(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}
