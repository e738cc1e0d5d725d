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
  {
    // Meaning is in the display model: nothing is read out of labels, log lines or badges. What is left of patterns is
    // about keys, addresses, ids, squares, typed numbers, rule codes, Markdown, and how a long name is cut short.
    files: ['src/**'],
    ignores: [
      'src/{keys,marks}.ts',
      'src/state/router.svelte.ts',
      'src/map/{places,layout}.ts',
      'src/choices/DicePrompt.svelte',
      'src/judge/JudgePanel.svelte',
      'src/log/export.ts',
      'src/rules/render.ts',
      'src/start/words.ts',
      'src/workshop/{paths,forms,words}.ts',
    ],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'Literal[regex]', message: 'The page goes by what the display model says, not by words.' },
      ],
    },
  },
);
