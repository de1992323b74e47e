/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

/** What pages of one release and their server say to each other: what was heard over another wire is not read. */
const wire = ['src/net/wire.ts', 'src/review/kept.ts']
  .reduce((hash, file) => hash.update(readFileSync(new URL(file, import.meta.url))), createHash('sha256'))
  .digest('hex')
  .slice(0, 12)

/** Writes the service worker beside the page: it knows the files of its release, and differs when one of them does. */
function worker(): Plugin {
  const shell = ['/', '/favicon.svg', '/favicon-turn.svg', '/manifest.webmanifest', '/icon-192.png']
  return {
    name: 'worker',
    apply: 'build',
    generateBundle(_options, bundle) {
      const built = Object.keys(bundle).filter((name) => name.startsWith('assets/'))
      const files = [...shell, ...built.map((name) => `/${name}`)].sort()
      const release = createHash('sha256').update(files.join()).digest('hex').slice(0, 12)
      const source = readFileSync(new URL('scripts/worker.js', import.meta.url), 'utf8')
        .replace('__RELEASE__', release)
        .replace('__WIRE__', wire)
        .replace("['__FILES__']", JSON.stringify(files))
      this.emitFile({ type: 'asset', fileName: 'sw.js', source })
    },
  }
}

interface Graph {
  getModuleInfo(id: string): { importers: string[] } | null
}
const TABLE = /web\/src\/(pages\/TableRoute\.svelte|games\/\w+\/index\.ts)$/

/** Whether a table, or a game's face, imports a module, by way of others or not, without waiting for it. */
function isAtTable(id: string, graph: Graph, met = new Set<string>()): boolean {
  if (TABLE.test(id)) return true
  if (met.has(id)) return false
  met.add(id)
  return graph.getModuleInfo(id)?.importers.some((importer) => isAtTable(importer, graph, met)) ?? false
}

export default defineConfig(({ mode }) => ({
  base: '/',
  define: { __WIRE__: JSON.stringify(wire) },
  plugins: [svelte(), worker()],
  build: {
    outDir: mode === 'gallery' ? 'dist-gallery' : 'dist',
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    reportCompressedSize: false,
    // Icons and scenes are text of ours: nothing is fetched from elsewhere, nothing is inlined as data.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Few files: the library, the board kit, then one per page and per game. What a table does not need at once
        // goes with the page or the panel that asks for it, what two games share with them.
        codeSplitting: {
          groups: [
            { name: (id, graph) => (isAtTable(id, graph) ? 'svelte' : null), test: /node_modules/ },
            {
              name: (id, graph) => (isAtTable(id, graph) ? 'kit' : null),
              test: /web\/src\/(kit\/(?!plain|Matrix|Race)|words\/|table\/|net\/|art\/(Draw|Icon|Sprite|svg|backs)|pages\/Table)/,
            },
          ],
        },
      },
    },
  },
  server: { fs: { allow: [fileURLToPath(new URL('..', import.meta.url))] } },
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  test: {
    environment: 'happy-dom',
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    // Pages are compiled once a worker, not once a file: what a test leaves behind is put back before the next.
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
    sequence: { shuffle: { files: true } }, // so that no file can come to need another before it
    // A whole table is mounted in most tests: a busy machine takes its time.
    testTimeout: 30_000,
  },
}))
