/**
 * The page of a game in one file, once for each game: dist/file/GAME.html, with a mark where the game goes
 * (reviews/onefile.py). Code and styles are deflated; a policy forbids every request.
 */
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { build } from 'vite'
import { gameIds } from './games.js'

const root = join(import.meta.dirname, '..')
const subjects = ['page', 'pages', 'core', 'table', 'bots', 'review']

/** Only one game's face and words. */
const only = (game) => ({
  name: 'one-game',
  enforce: 'pre',
  transform(code, id) {
    if (id.endsWith('games/faces.ts')) return code.replace("'./*/index.ts'", `'./${game}/index.ts'`)
    if (id.endsWith('words/catalogue.svelte.ts'))
      return code.replace('locale/*/*.json', `locale/*/{${[...subjects, game].join(',')}}.json`)
    return null
  },
})

const packed = (text) => deflateSync(text, { level: 9 }).toString('base64')

const boot = `(async () => {
  const read = async (id) => {
    const bytes = Uint8Array.from(atob(document.getElementById(id).textContent), (sign) => sign.charCodeAt(0))
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'))).text()
  }
  const style = document.createElement('style')
  style.textContent = await read('bastide-style')
  document.head.append(style)
  const code = document.createElement('script')
  code.textContent = await read('bastide-code')
  document.body.append(code)
})()`

const policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:"

const page = (code, style) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<link rel="shortcut icon" href="data:,">
<title>Bastide</title>
</head>
<body>
<!--bastide:game-->
<script type="application/octet-stream" id="bastide-style">${packed(style)}</script>
<script type="application/octet-stream" id="bastide-code">${packed(code)}</script>
<script>${boot}</script>
</body>
</html>
`

mkdirSync(join(root, 'dist/file'), { recursive: true })
for (const game of gameIds) {
  const { output } = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [only(game), svelte({ configFile: join(root, 'svelte.config.js') })],
    build: {
      write: false,
      target: 'es2022',
      cssCodeSplit: false,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: join(root, 'src/file/main.ts'),
        output: { format: 'iife', codeSplitting: false },
      },
    },
  })
  const code = output.find((each) => each.type === 'chunk').code
  const style = output.find((each) => each.fileName.endsWith('.css'))?.source ?? ''
  writeFileSync(join(root, `dist/file/${game}.html`), page(code, String(style)))
}
