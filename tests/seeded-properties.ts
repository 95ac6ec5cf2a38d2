import fc from 'fast-check';
import { startSeed } from './seed.ts';

// Every property of a run starts from one seed. fast-check prints it when one fails: MANYHANDS_SEED=N repeats it.
fc.configureGlobal({ seed: startSeed });
