/** A program as blocks and back: two views of one tree. Start reading at block-document.ts; the rules are RL26 to RL28 of SPEC.md. */
export * from './block-document.ts';
export { type BlockProblem, type BlocksReading, blocksInOrder, programOfBlocks, statementsInOrder } from './from-blocks.ts';
export { programToBlocks, TRUE, ZERO } from './to-blocks.ts';
