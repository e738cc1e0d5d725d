import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['node_modules', 'dist', 'e2e/out', 'src/wire'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  ...svelte.configs.prettier,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
  {
    rules: {
      // Prettier breaks what it can; text and attributes that it leaves alone are for us to break.
      'max-len': ['error', { code: 120, tabWidth: 2 }],
      // The types know better.
      'no-undef': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      // Collections are made once and replaced whole; none is changed in place.
      'svelte/prefer-svelte-reactivity': 'off',
      // Prettier writes {' '} where a space counts.
      'svelte/no-useless-mustaches': 'off',
    },
  },
);
