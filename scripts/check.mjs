/** `npm run check`: format, lint, types, arrows and tidy. Exits with 1 if any of them found something. */
import { runChecks } from './checks.mjs';

const { failed } = await runChecks();
process.exitCode = failed === 0 ? 0 : 1;
