import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import { defineConfig } from 'eslint/config'
import globals from 'globals'
import ts from 'typescript-eslint'
import { gameIds, hasOwnFace } from './scripts/games.js'
import svelteConfig from './svelte.config.js'

/** Who may import whom: each layer what stands below it, and nobody beside or above. */
const LAYERS = [['file'], ['pages'], ['review'], ['games'], ['kit'], ['table'], ['net', 'words', 'art']]

const layers = LAYERS.flatMap((folders, i) =>
  folders.map((folder) => {
    const above = LAYERS.slice(0, i + 1)
      .flat()
      .filter((other) => other !== folder)
    const patterns = [
      {
        regex: `^(\\.\\./)+(${[...above, 'gallery', 'samples'].join('|')})(/|$)`,
        message: `${folder} stands below: ${LAYERS.map((level) => level.join(' | ')).join(' > ')}`,
      },
    ]
    if (folder === 'games') patterns.push({ regex: '^\\.\\./(?!\\.\\.)', message: 'no game knows another' })
    return {
      files: [folder === 'games' ? 'src/games/*/**' : `src/${folder}/**`],
      rules: { 'no-restricted-imports': ['error', { patterns }] },
    }
  }),
)

/**
 * What is generic names no game that is drawn, nor anything that only one game has. A game with the plain face has
 * nothing that could be named, and `new-game` may have called it by a word that stands here anyway: `card`.
 */
const NAMES = `/(^|[^a-z])(${[...gameIds.filter(hasOwnFace), 'martin'].join('|')})([^a-z]|$)/i`
const nameless = {
  files: ['src/**'],
  ignores: ['src/games/*/**', 'src/gallery/**', 'src/samples/**'],
  rules: {
    'no-restricted-syntax': [
      'error',
      ...[
        'Literal[value=NAMES]',
        'TemplateElement[value.raw=NAMES]',
        'SvelteLiteral[value=NAMES]',
        'SvelteText[value=NAMES]',
      ].map((selector) => ({ selector: selector.replace('NAMES', NAMES), message: 'generic code names no game' })),
    ],
  },
}

export default defineConfig(
  { ignores: ['dist/', 'dist-gallery/', 'src/net/wire.ts'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...ts.configs.stylistic,
  ...svelte.configs.recommended,
  ...svelte.configs.prettier,
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      eqeqeq: ['error', 'always'],
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      // Drawings are text: the lines of a path are as long as the path.
      'max-len': [
        'error',
        { code: 120, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true, ignoreUrls: true },
      ],
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
      // Sets and maps here are local to a function, or replaced whole: what is drawn hangs on $state and $derived.
      'svelte/prefer-svelte-reactivity': 'off',
      // `{' '}` keeps a space that Svelte would trim at the edge of a block.
      'svelte/no-useless-mustaches': 'off',
    },
  },
  ...layers,
  nameless,
  {
    // Drawings of ours, made of data by functions of ours: nothing that somebody typed gets there.
    files: ['src/art/*.svelte'],
    rules: { 'svelte/no-at-html-tags': 'off' },
  },
)
