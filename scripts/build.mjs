/** `npm run build`: compiles the library, the hub and the simulator into dist/. */
import { compile } from './compile.mjs';

process.exitCode = await compile();
