import { svelte } from '@sveltejs/vite-plugin-svelte'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig(({ mode }) => ({
  base: '/',
  plugins: [svelte()],
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
        // Few files: the library, the board kit, then one per page and per game.
        codeSplitting: {
          groups: [
            { name: 'svelte', test: /node_modules/ },
            {
              name: 'kit',
              test: /web\/src\/(kit\/(?!plain)|words\/|table\/|net\/|art\/(Draw|Icon|Sprite|svg|backs))/,
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
    // A whole table is mounted in most tests: a busy machine takes its time.
    testTimeout: 30_000,
  },
}))
