/** The seed from which every random test of a run starts: MANYHANDS_SEED, or a new one each UTC day. */
export { startSeed } from '../src/simulator/start-seed.ts';
