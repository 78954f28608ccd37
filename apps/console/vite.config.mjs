import { defineConfig } from 'vite';

/** The auth server names the files in its pages: there is no index.html. */
export default defineConfig({
  base: './',
  // libs/ui has one of its own.
  resolve: { dedupe: ['preact'] },
  build: {
    assetsDir: 'files',
    assetsInlineLimit: 0,
    manifest: 'manifest.json',
    modulePreload: false,
    rolldownOptions: { input: 'src/main.tsx' },
    target: 'es2022',
  },
});
