import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const outDir = join(import.meta.dirname, 'dist/web');
const worthCompressing = /\.(js|css|html|svg)$/;

/** Beside each file its compressed forms: the hub sends them as they are, and compresses nothing while somebody waits. */
const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  async closeBundle() {
    const files = readdirSync(outDir, { recursive: true, encoding: 'utf8' }).filter((file) => worthCompressing.test(file));
    await Promise.all(
      files.map(async (file) => {
        const path = join(outDir, file);
        const bytes = readFileSync(path);
        writeFileSync(`${path}.br`, await promisify(brotliCompress)(bytes));
        writeFileSync(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
      }),
    );
  },
});

/** The page: src/web into dist/web, which the hub serves. Every file that is not index.html has its content's hash in its name. */
export default defineConfig({
  root: 'src/web',
  plugins: [react(), compressed()],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2023',
    // Nothing as a data: address, so that a content security policy can forbid them.
    assetsInlineLimit: 0,
    // three.js alone is above the default of 500 KB; it is loaded with a world, after the page stands.
    chunkSizeWarningLimit: 1000,
  },
  worker: { format: 'es' },
});
