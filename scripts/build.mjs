/** `npm run build`: compiles the library, the hub and the simulator into dist/, and bundles the page into dist/web. */
import { compile } from './compile.mjs';

process.exitCode = await compile();
