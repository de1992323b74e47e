import { svelte } from '@sveltejs/vite-plugin-svelte'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig(({ mode }) => ({
  base: './',
  plugins: [svelte()],
  build: {
    outDir: mode === 'gallery' ? 'dist-gallery' : 'dist',
    emptyOutDir: true,
    target: 'es2022',
    reportCompressedSize: true,
    // Icons and scenes are text of ours: nothing is fetched from elsewhere, nothing is inlined as data.
    assetsInlineLimit: 0,
  },
  server: { fs: { allow: [fileURLToPath(new URL('..', import.meta.url))] } },
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  test: {
    environment: 'happy-dom',
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
  },
}))
