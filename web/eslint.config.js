import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import { defineConfig } from 'eslint/config'
import globals from 'globals'
import ts from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

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
      // Sets and maps here are local to a function, or replaced whole: what is drawn hangs on $state and $derived.
      'svelte/prefer-svelte-reactivity': 'off',
      // `{' '}` keeps a space that Svelte would trim at the edge of a block.
      'svelte/no-useless-mustaches': 'off',
    },
  },
  {
    // Drawings of ours, made of data by functions of ours: nothing that somebody typed gets there.
    files: ['src/art/*.svelte'],
    rules: { 'svelte/no-at-html-tags': 'off' },
  },
)
